#include "app/window/opening.hpp"

#include "app/explore/view_navigation.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

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

Opening::Opening(WindowState& state, Navigator& navigator, RunEngine run,
                 std::function<void()> wake)
    : state_(state), navigator_(navigator), run_(std::move(run)), wake_(std::move(wake)) {}

Opening::~Opening() {
    stop_.request_stop();
}

void Opening::begin() {
    stage_ = Stage::computing;
    plays_ = true;
}

void Opening::interrupt(const std::vector<InputEvent>& input) {
    if (stage_ == Stage::told) plays_ = plays_ && state_.panels.replay.playing();
    if (stage_ != Stage::told || !plays_ || !std::ranges::any_of(input, interrupts)) return;
    state_.panels.replay.stop();
    plays_ = false;
}

void Opening::advance() {
    if (stage_ == Stage::over || pixel_count(state_.seen.picture) == 0) return;
    if (left() || (stage_ == Stage::told && !state_.seen.opening)) return end();
    if (stage_ == Stage::told && state_.seen.opening->pixels != pixel_count(state_.seen.picture)) {
        state_.seen.opening.reset();
        stage_ = Stage::computing;
    }
    if (stage_ == Stage::computing && state_.up_to_date()) tell();
    take_measured();
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
        OpeningFigures{total.regions, pixel_count(frame.plan.part), total.pixels_filled, {}};
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
    stop_.request_stop();
    state_.panels.replay.stop();
    state_.seen.opening.reset();
    stage_ = Stage::over;
}

}  // namespace mariani::app
