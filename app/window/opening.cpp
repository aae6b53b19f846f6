#include "app/window/opening.hpp"

#include "app/panels/card.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <variant>

namespace mariani::app {
namespace {

// Iterations of Ex per iteration of the request's engine; nothing if stopped.
std::optional<double> times_less_work(FrameRequest request, const RunEngine& run,
                                      const std::stop_token& stop) {
    const auto subdivided = run(request, stop);
    request.engine = EngineKind::ex;
    const auto exhaustive = run(request, stop);
    if (!subdivided || !exhaustive) return std::nullopt;
    return static_cast<double>(exhaustive->stats.total().iterations) /
           static_cast<double>(subdivided->stats.total().iterations);
}

}  // namespace

Opening::Opening(WindowState& state, RunEngine run, std::function<void()> wake)
    : state_(state), run_(std::move(run)), wake_(std::move(wake)) {}

Opening::~Opening() {
    stop_.request_stop();
}

void Opening::begin() {
    stage_ = Stage::computing;
    plays_ = true;
    gone_.reset();
}

void Opening::interrupt(const std::vector<InputEvent>& events,
                        const std::vector<std::optional<PixelPoint>>& places) {
    if (stage_ != Stage::told) return;
    plays_ = plays_ && state_.panels.replay.playing();
    if (!std::ranges::any_of(events, interrupts)) return;
    if (std::exchange(plays_, false)) state_.panels.replay.stop();
    if (!gone_) gone_ = state_.seen.now + stay;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (places[i] && interrupts(events[i]) && !std::holds_alternative<input::Key>(events[i]))
            return close();
}

void Opening::advance() {
    if (stage_ == Stage::over || pixel_count(state_.seen.picture) == 0) return;
    if (left() || (stage_ == Stage::told && !state_.seen.opening)) return end();
    if (stage_ == Stage::told && state_.seen.opening->pixels != pixel_count(state_.seen.picture)) {
        state_.seen.opening.reset();
        stage_ = Stage::computing;
    }
    if (gone_ && state_.seen.now >= *gone_) return close();
    if (stage_ == Stage::computing && state_.up_to_date()) tell();
    take_measured();
    if (state_.seen.opening) state_.seen.opening->gone = gone_;
}

bool Opening::fades() const {
    return state_.seen.opening && gone_ && state_.seconds() > *gone_ - card_fade;
}

bool Opening::left() const {
    return state_.settings.workload != Workload::mandelbrot || state_.seen.laboratory_shown ||
           state_.settings.view != home_view(state_.seen.picture);
}

// What the first frame says of itself.
void Opening::tell() {
    const Frame& frame = state_.shown->frame->frame;
    const auto total = frame.stats.total();
    state_.seen.opening =
        OpeningFigures{total.regions, pixel_count(frame.plan.part), total.pixels_filled};
    if (plays_) state_.panels.replay.play();
    measure();
    stage_ = Stage::told;
}

void Opening::measure() {
    FrameRequest request = request_for(state_.shown->frame->frame.plan);
    request.shortcuts = request.smooth = request.exterior = request.keep_regions = false;
    stop_.request_stop();
    stop_ = {};
    measured_ = std::async(std::launch::async,
                           [request, run = run_, wake = wake_, stop = stop_.get_token()] {
                               auto times = times_less_work(request, run, stop);
                               wake();
                               return times;
                           });
}

void Opening::take_measured() {
    if (stage_ != Stage::told || !measured_.valid() ||
        measured_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    state_.seen.opening->times_less_work = measured_.get();
    state_.request_redraw();
}

void Opening::end() {
    state_.panels.replay.stop();
    close();
}

void Opening::close() {
    stop_.request_stop();
    state_.seen.opening.reset();
    stage_ = Stage::over;
}

}  // namespace mariani::app
