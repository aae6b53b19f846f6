#include "app/window/idle_work.hpp"

#include <utility>

namespace mariani::app {
namespace {

constexpr double rest_before_verifying = 0.5;   // s
constexpr double rest_before_thumbnails = 0.4;  // s

}  // namespace

void IdleWork::verify() {
    take_verification();
    WindowState& state = parts_.state;
    auto& exactness = state.seen.exactness;
    auto& shown = state.shown;
    if (shown && !shown->verified) {
        const bool exact = exact_already(shown->frame->frame);
        exactness = {exact ? Exactness::exact : Exactness::unknown, 0, 0, 0};
    }
    if (!undisturbed()) {
        if (verifier_.busy()) verifier_.cancel();
        if (shown) shown->tried = false;
        return;
    }
    if (exactness.state == Exactness::exact) return;
    const bool rested =
        parts_.thumbnails.complete() && state.seen.now - at_rest_since_ > rest_before_verifying;
    if (!verifier_.busy() && rested && verification_due()) {
        shown->tried = true;
        verifier_.begin(shown->frame);
    }
    exactness.state = verifier_.busy() ? Exactness::verifying : Exactness::unknown;
    exactness.progress = verifier_.progress();
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
    state.shown->verified = true;
    state.seen.exactness = {Exactness::exact, 1, verification.regions,
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
    return undisturbed() && !shown->verified && !shown->tried &&
           !exact_already(shown->frame->frame);
}

void IdleWork::make_thumbnails() {
    WindowState& state = parts_.state;
    if (parts_.activity.occupied()) at_rest_since_ = state.seen.now;
    const bool rested = state.seen.now - at_rest_since_ > rest_before_thumbnails;
    if (!parts_.thumbnails.advance(rested && !parts_.activity.experimenting())) return;
    state.seen.bookmarks = parts_.thumbnails.list();
    state.request_redraw();
}

}  // namespace mariani::app
