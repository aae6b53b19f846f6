#include "compute/service/automatic_engine.hpp"

#include "compute/model/suited.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani {
namespace {

constexpr double clear_gain = 0.85;        // the other engine must take less than this share
constexpr double max_trial_ms = 60;        // of a frame that is computed only to compare
constexpr double max_filled_share = 0.85;  // if ASK fills more, Ex cannot win
constexpr int frames_before_trial = 4;
constexpr int frames_to_know = 2;        // the first may include an engine's start-up
constexpr int frames_until_old = 10;     // then no longer averaged with a new one
constexpr int frames_until_stale = 100;  // then taken again

// Whether g and r are those of its picture's size, as chosen for it, and not the user's.
bool is_suited(const FramePlan& plan) {
    return plan.subdivision == suited_subdivision(plan.image, plan.subdivision.B);
}

// Whether costs measured for `a` apply to `b`: the same settings, and a view that overlaps and has
// a similar height.
bool comparable(FramePlan a, const FramePlan& b) {
    const double ratio = a.view.height / b.view.height;
    const Length reach = std::max(a.view.height, b.view.height);
    const double distance = std::hypot((a.view.centre.re - b.view.centre.re) / reach,
                                       (a.view.centre.im - b.view.centre.im) / reach);
    if (a.view.julia != b.view.julia) return false;
    if (ratio < 0.25 || ratio > 4 || distance > 1) return false;
    // These may differ: they hardly change the cost of a pixel.
    if (is_suited(a) && is_suited(b))
        a.subdivision = {b.subdivision.g, b.subdivision.r, a.subdivision.B};
    a.view = b.view;
    a.image = b.image;
    a.part = b.part;
    a.engine = b.engine;
    a.keep_regions = b.keep_regions;
    a.exterior = b.exterior;
    a.count_work = b.count_work;
    a.record_times = b.record_times;
    a.block = b.block;
    return a == b;
}

int percent(double share) {
    return static_cast<int>(std::lround(100 * share));
}

}  // namespace

AutomaticEngine::Choice AutomaticEngine::choose(const FramePlan& plan) const {
    if (!knows(plan) || !ask_) return {EngineKind::ask, "ASK: nothing has been measured here yet"};
    if (ex_is_worth_trying(plan))
        return {EngineKind::ex,
                fmt::format(
                    "Ex: a frame or two to compare, because filling saves only {} % of the pixels",
                    percent(filled_share_))};
    if (!ex_ || ex_->frames < frames_to_know) return ask_so_far();
    if (preferred_ == EngineKind::ex && ask_->age >= frames_until_stale)
        return {EngineKind::ask, "ASK: one frame to compare with Ex again"};
    return faster();
}

bool AutomaticEngine::knows(const FramePlan& plan) const {
    return last_ && comparable(*last_, plan);
}

bool AutomaticEngine::ex_is_worth_trying(const FramePlan& plan) const {
    if (preferred_ == EngineKind::ex || filled_share_ > max_filled_share) return false;
    const bool due = !ex_ ? ask_->frames >= frames_before_trial
                          : ex_->frames < frames_to_know || ex_->age >= frames_until_stale;
    const double ex_ns = ex_ && ex_->frames >= frames_to_know
                             ? ex_->ns_per_pixel
                             : ask_->ns_per_pixel / (1 - std::min(filled_share_, 0.9));
    return due && ex_ns * 1e-6 * static_cast<double>(pixel_count(plan.part)) < max_trial_ms;
}

AutomaticEngine::Choice AutomaticEngine::ask_so_far() const {
    if (percent(filled_share_) == 0) return {EngineKind::ask, "ASK: Ex has not been measured here"};
    return {EngineKind::ask,
            fmt::format("ASK: filling saves {} % of the pixels here", percent(filled_share_))};
}

AutomaticEngine::Choice AutomaticEngine::faster() const {
    const double ratio = ex_->ns_per_pixel / ask_->ns_per_pixel;
    if (preferred_ == EngineKind::ex)
        return {EngineKind::ex,
                fmt::format(
                    "Ex: filling saves only {} % of the pixels here; ASK took {:.2f} times as long",
                    percent(filled_share_), 1 / ratio)};
    const int filled = percent(filled_share_);
    const auto saving =
        filled > 0 ? fmt::format("filling saves {} % of the pixels here, ", filled) : "";
    return {EngineKind::ask, fmt::format("ASK: {}Ex took {:.2f} times as long{}", saving, ratio,
                                         ratio < 1 ? ", not enough to switch" : "")};
}

void AutomaticEngine::learn(const FramePlan& plan, const EngineStats& stats) {
    if (plan.engine != EngineKind::ex && plan.engine != EngineKind::ask) return;
    if (!knows(plan)) {
        ex_.reset();
        ask_.reset();
        preferred_ = EngineKind::ask;
    }
    last_ = plan;

    const auto pixels = static_cast<double>(pixel_count(plan.part));
    auto& mine = plan.engine == EngineKind::ex ? ex_ : ask_;
    auto& other = plan.engine == EngineKind::ex ? ask_ : ex_;
    const double ns = stats.compute_ms * 1e6 / pixels;
    const bool recent = mine && mine->frames >= frames_to_know && mine->age < frames_until_old;
    mine = Sample{recent ? (mine->ns_per_pixel + ns) / 2 : ns, 0, mine ? mine->frames + 1 : 1};
    if (other) ++other->age;
    if (plan.engine == EngineKind::ask)
        filled_share_ = static_cast<double>(stats.total().pixels_filled) / pixels;

    if (!ex_ || !ask_ || ex_->frames < frames_to_know) return;
    const bool ex_is_preferred = preferred_ == EngineKind::ex;
    const double present = (ex_is_preferred ? ex_ : ask_)->ns_per_pixel;
    const double alternative = (ex_is_preferred ? ask_ : ex_)->ns_per_pixel;
    if (alternative < clear_gain * present)
        preferred_ = ex_is_preferred ? EngineKind::ask : EngineKind::ex;
}

}  // namespace mariani
