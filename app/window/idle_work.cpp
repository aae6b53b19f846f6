#include "app/window/idle_work.hpp"

#include "app/settings/settings.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace mariani::app {
namespace {

constexpr double rest_before_looking = 0.1;     // s
constexpr double rest_before_verifying = 0.5;   // s
constexpr double rest_before_thumbnails = 0.4;  // s
constexpr double ms_worth_further_gpus = 1000;  // of all samples

}  // namespace

// As the picture on screen was computed, by an engine that subdivides: most of it is uniform.
std::optional<FrameRequest> Surroundings::wanted() const {
    if (!state_.up_to_date()) return std::nullopt;
    const FramePlan& plan = state_.shown->frame->frame.plan;
    FrameRequest request = request_for(plan);
    request.view.height = request.view.height * reach;
    request.image = {std::max(1, plan.image.width / reduction),
                     std::max(1, plan.image.height / reduction)};
    request.part = whole(request.image);
    request.keep_regions = request.count_work = false;
    if (request.engine == EngineKind::ex) request.engine = EngineKind::ask;
    if (why_invalid(request)) return std::nullopt;  // further out than any view
    return request;
}

void Surroundings::advance(bool may_compute) {
    if (const auto outcome = worker_.poll()) {
        known_ = outcome->request;  // also if it failed: it would fail again
        if (outcome->frame)
            state_.attempt([&] { display_.take_surroundings(outcome->frame); });
        else
            state_.notify(Message::Kind::warning,
                          "The surroundings of the picture were not computed: " + outcome->error);
    }
    if (!may_compute) return worker_.stop();
    if (due()) worker_.submit_anew(*wanted());
}

bool Surroundings::known() const {
    const auto request = wanted();
    return request && request == known_;
}

bool Surroundings::due() const {
    const auto request = wanted();
    return request && request != known_ && !worker_.busy();
}

Antialiasing::Antialiasing(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                           FurtherGpus further, std::function<void()> wake)
    : state_(state), display_(display), further_(std::move(further)), wake_(std::move(wake)) {
    workers_.push_back(std::make_unique<FrameWorker>(std::move(compute), wake_));
}

int Antialiasing::samples() const {
    return subject_ ? samples_a_pixel(subject_->colouring) : 0;
}

std::optional<Antialiasing::Subject> Antialiasing::wanted() const {
    const auto& colouring = state_.settings.colouring;
    if (samples_a_pixel(colouring) == 0) return std::nullopt;
    // The mean of samples has no other palette, and the picture compared with has none of them.
    if (state_.panels.cycle.running() || state_.settings.compare.wiper) return std::nullopt;
    if (!state_.up_to_date()) return std::nullopt;
    return Subject{state_.shown->frame->frame.plan, colouring};
}

// Further GPUs begin once samples take long, and where the settings name none.
std::size_t Antialiasing::workers_for(const Subject& subject) {
    const double ms = state_.shown->frame->frame.stats.compute_ms * samples();
    if (ms < ms_worth_further_gpus || subject.plan.backend != Backend::cuda ||
        state_.settings.engine.device)
        return 1;
    if (!std::exchange(looked_for_gpus_, true)) {
        FrameRequest request = request_for(subject.plan);
        request.device.reset();
        for (FrameWorker::Compute& compute : further_(request))
            workers_.push_back(std::make_unique<FrameWorker>(std::move(compute), wake_));
    }
    return workers_.size();
}

void Antialiasing::stop() {
    for (const auto& worker : workers_) worker->stop();
    asked_ = taken_;
}

// The antialiased picture of a frame that is no longer wanted stays until another one comes.
void Antialiasing::begin(std::optional<Subject> subject) {
    taken_ = 0;
    stop();
    if (subject || state_.up_to_date()) display_.forget_samples();
    subject_ = std::move(subject);
    used_ = subject_ ? workers_for(*subject_) : 1;
    failed_ = false;
}

void Antialiasing::advance(bool may_begin, bool may_wait) {
    if (auto subject = wanted(); subject != subject_ || display_.colours_change())
        begin(std::move(subject));  // once its colours are its own
    else if (!failed_ && taken_ < samples())
        go_on(may_begin);
    const bool coming = may_wait && !failed_ && taken_ < samples();
    state_.seen.samples = {taken_, samples(), coming};
}

void Antialiasing::go_on(bool may_begin) {
    take();
    if (!may_begin)
        stop();
    else if (!failed_)
        compute_next();
}

void Antialiasing::take() {
    while (taken_ < asked_) {
        const auto outcome = worker_of(taken_).poll();
        if (!outcome || outcome->request != request_of(taken_)) return;
        auto failure = outcome->frame ? failure_of([&] { show(outcome->frame); })
                                      : std::optional(outcome->error);
        if (failure) fail(*failure);
        state_.request_redraw();
    }
}

void Antialiasing::fail(const std::string& why) {
    const bool further = &worker_of(taken_) != workers_.front().get();
    stop();
    if (further) {
        workers_.resize(1);
        used_ = 1;
        state_.notify(Message::Kind::warning, "Antialiasing goes on without a GPU: " + why);
    } else {
        failed_ = true;
        state_.notify(Message::Kind::warning, "The picture is not antialiased: " + why);
    }
}

// The mean takes longer to draw than a sample to add, and the last ones change it little.
void Antialiasing::show(const std::shared_ptr<const PreparedFrame>& sample) {
    display_.add_sample(sample);
    ++taken_;
    const bool power_of_2 = std::has_single_bit(static_cast<unsigned>(taken_));
    if (taken_ == samples()) return display_.finish_samples();
    if (power_of_2 || taken_ % 8 == 0) display_.show_samples();
}

void Antialiasing::compute_next() {
    const int most = std::min(samples(), taken_ + static_cast<int>(used_));
    for (; asked_ < most; ++asked_) worker_of(asked_).submit_anew(request_of(asked_));
}

FrameRequest Antialiasing::request_of(int sample) const {
    return sample_request(state_.settings, request_for(subject_->plan), sample);
}

FrameWorker& Antialiasing::worker_of(int sample) const {
    return *workers_[static_cast<std::size_t>(sample) % used_];
}

void IdleWork::verify() {
    take_verification();
    WindowState& state = parts_.state;
    auto& shown = state.shown;
    if (shown && shown->exactness.state == Exactness::unknown)
        shown->exactness = without_verification(shown->frame->frame);
    const bool halted = verifier_.busy() && !may_go_on(verifier_.check());
    if (halted) verifier_.cancel();
    if (shown && (halted || !undisturbed())) shown->tried = {};
    if (rested() && !verifier_.busy())
        for (const Check check : {Check::fills, Check::dwells})
            if (due(check)) return begin(check);
    state.seen.exactness = exactness_on_screen();
}

void IdleWork::begin(Check check) {
    auto& shown = *parts_.state.shown;
    shown.tried[static_cast<std::size_t>(check)] = true;
    verifier_.begin(check, shown.frame);
    parts_.state.seen.exactness = exactness_on_screen();
}

void IdleWork::look_around() {
    const bool rests = parts_.state.seen.now - at_rest_since_ > rest_before_looking &&
                       parts_.activity.engines_idle();
    if (rests) parts_.display.free_unseen();
    surroundings_.advance(rests);
}

// Once the fills are verified, for their pixels would change. A proof changes few, and takes long:
// it waits.
void IdleWork::antialias() {
    const bool verifying =
        (verifier_.busy() && verifier_.check() == Check::fills) || due(Check::fills);
    const bool idle = parts_.activity.engines_idle() && !comparison_.coming();
    antialiasing_.advance(idle && !verifying && rested(), idle);
}

void IdleWork::compare() {
    comparison_.advance(parts_.activity.engines_idle());
}

bool IdleWork::rested() const {
    return parts_.thumbnails.complete() &&
           parts_.state.seen.now - at_rest_since_ > rest_before_verifying;
}

// Another frame than the one asked for, or a coarse picture of it, is on screen until it is done.
Exactness IdleWork::exactness_on_screen() const {
    const auto& shown = parts_.state.shown;
    if (!parts_.state.up_to_date() || parts_.activity.computing()) return {};
    if (!verifier_.busy() || !may_go_on(verifier_.check())) return shown->exactness;
    const bool fills = verifier_.check() == Check::fills;
    return {fills ? Exactness::verifying : Exactness::proving, verifier_.progress()};
}

void IdleWork::take_verification() {
    const auto done = verifier_.poll();
    if (!done || !parts_.state.up_to_date()) return;
    if (!done->error.empty())
        return parts_.state.notify(Message::Kind::warning,
                                   (done->check == Check::fills ? "The fills are not verified: "
                                                                : "The picture is not proven: ") +
                                       done->error);
    parts_.state.attempt([&] { accept(*done); });
}

void IdleWork::accept(const Verification& verification) {
    WindowState& state = parts_.state;
    const auto corrected = static_cast<std::int64_t>(verification.wrong.size());
    if (verification.frame != state.shown->frame) parts_.display.correct(verification.frame);
    if (verification.check == Check::fills)
        state.shown->exactness = {Exactness::verified, 1, verification.regions, corrected};
    else
        state.shown->exactness =
            exactness_of_proof(verification.frame->frame.stats.deltas.value(), corrected);
    state.request_redraw();
}

// What is on screen is what was asked for, and nothing else wants the engines.
bool IdleWork::undisturbed() const {
    return parts_.state.up_to_date() && parts_.activity.engines_idle();
}

bool IdleWork::may_go_on(Check check) const {
    const auto& [settings, seen] = std::tie(parts_.state.settings, parts_.state.seen);
    if (!undisturbed()) return false;
    return check == Check::fills ? settings.verify_fills
                                 : settings.prove_at_rest && !seen.samples.coming;
}

bool IdleWork::due(Check check) const {
    const auto& shown = parts_.state.shown;
    if (!shown || shown->tried[static_cast<std::size_t>(check)] || !may_go_on(check)) return false;
    const auto state = shown->exactness.state;
    if (check == Check::fills) return state == Exactness::unknown;
    const bool wanted =
        state == Exactness::verified || state == Exactness::computed || state == Exactness::unknown;
    return wanted && can_be_proven(shown->frame->frame.plan);
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
