#include "app/window/idle_work.hpp"

#include <utility>

namespace mariani::app {
namespace {

constexpr double rest_before_looking = 0.1;     // s
constexpr double rest_before_verifying = 0.5;   // s
constexpr double rest_before_thumbnails = 0.4;  // s

Exactness::State without_verification(const Frame& frame) {
    if (const auto& deltas = frame.stats.deltas) {
        if (frame.plan.quality == Quality::preview) return Exactness::preview;
        const auto guessed = deltas->pixels_of(Rung::filled) + deltas->pixels_of(Rung::none);
        if (guessed == 0) return Exactness::proven;
    }
    if (frame.plan.engine == EngineKind::ex) return Exactness::exact;
    return fills_are_proven(frame) ? Exactness::verified : Exactness::unknown;
}

}  // namespace

void IdleWork::verify() {
    take_verification();
    WindowState& state = parts_.state;
    auto& shown = state.shown;
    if (shown && shown->exactness.state == Exactness::unknown)
        shown->exactness.state = without_verification(shown->frame->frame);
    if (!undisturbed()) {
        if (verifier_.busy()) verifier_.cancel();
        if (shown) shown->tried = false;
    } else if (verification_due() && rested() && !verifier_.busy()) {
        shown->tried = true;
        verifier_.begin(shown->frame);
    }
    state.seen.exactness = exactness_on_screen();
}

void IdleWork::look_around() {
    const bool rests = parts_.state.seen.now - at_rest_since_ > rest_before_looking;
    surroundings_.advance(rests && parts_.activity.engines_idle());
}

// Once the picture is verified, whose pixels would change.
void IdleWork::antialias() {
    const bool verifying = verifier_.busy() || verification_due();
    const bool idle = parts_.activity.engines_idle();
    antialiasing_.advance(idle && !verifying && rested(), idle);
}

bool IdleWork::rested() const {
    return parts_.thumbnails.complete() &&
           parts_.state.seen.now - at_rest_since_ > rest_before_verifying;
}

// Another frame than the one asked for, or a coarse picture of it, is on screen until it is done.
Exactness IdleWork::exactness_on_screen() const {
    const auto& shown = parts_.state.shown;
    if (!parts_.state.up_to_date() || parts_.activity.computing()) return {};
    if (undisturbed() && verifier_.busy()) return {Exactness::verifying, verifier_.progress()};
    return shown->exactness;
}

void IdleWork::take_verification() {
    const auto done = verifier_.poll();
    if (!done || !parts_.state.up_to_date()) return;
    if (!done->error.empty())
        return parts_.state.notify(Message::Kind::warning,
                                   "The fills are not verified: " + done->error);
    parts_.state.attempt([&] { accept(*done); });
}

void IdleWork::accept(const Verification& verification) {
    WindowState& state = parts_.state;
    if (!verification.wrong.empty()) parts_.display.correct(verification.frame);
    state.shown->exactness = {Exactness::verified, 1, verification.regions,
                              static_cast<std::int64_t>(verification.wrong.size())};
    state.request_redraw();
}

// What is on screen is what was asked for, and nothing else wants the engines.
bool IdleWork::undisturbed() const {
    return parts_.state.settings.verify_fills && parts_.state.up_to_date() &&
           parts_.activity.engines_idle();
}

bool IdleWork::verification_due() const {
    const auto& shown = parts_.state.shown;
    return undisturbed() && !shown->tried && shown->exactness.state == Exactness::unknown;
}

void IdleWork::make_thumbnails() {
    WindowState& state = parts_.state;
    if (parts_.activity.disturbed() || parts_.activity.watched()) at_rest_since_ = state.seen.now;
    const bool rested = state.seen.now - at_rest_since_ > rest_before_thumbnails;
    if (!parts_.thumbnails.advance(rested && !parts_.activity.experimenting())) return;
    state.seen.bookmarks = parts_.thumbnails.list();
    state.request_redraw();
}

}  // namespace mariani::app
