#include "app/window/guided_tour.hpp"

#include "app/panels/card.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <variant>

namespace mariani::app {
namespace {

// Held to reach another window, say, and nothing by themselves.
bool is_modifier(const InputEvent& event) {
    constexpr int first = key::left_shift, last = key::right_alt + 1;  // the last one has a logo
    const auto* key = std::get_if<input::Key>(&event);
    return key != nullptr && key->key >= first && key->key <= last;
}

// Changes what the tour would take back.
bool interferes(const InputEvent& event) {
    if (const auto* run = std::get_if<input::Run>(&event))
        return !is(run->command, Action::start_tour) && !is(run->command, Action::screenshot);
    return std::holds_alternative<input::Set>(event);
}

bool is_only_the_tours(const InputEvent& event) {
    return !std::holds_alternative<input::Drop>(event) && interrupts(event);
}

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

void GuidedTour::begin() {
    if (under_way()) return;
    if (activity_.experimenting() || activity_.writes_files() || state_.seen.log.open)
        throw std::runtime_error(
            "The tour would disturb a running task: stop the experiment, export or log, or wait "
            "for it");
    kept_ = Kept{state_.settings, navigator_, state_.panels};
    exhaustive_ms_.reset();
    shown_.reset();
    state_.seen.engine_error.reset();  // of a frame that is not the tour's
    state_.seen.help_shown = false;
    state_.panels.film.close();
    clock_.begin();
}

void GuidedTour::steer(std::vector<InputEvent>& events) {
    std::erase_if(events, [&](const InputEvent& event) { return under_way() && steers(event); });
}

// True if nobody else is to have it.
bool GuidedTour::steers(const InputEvent& event) {
    if (is_modifier(event)) return false;
    if (const auto* key = std::get_if<input::Key>(&event); key != nullptr && key->pressed) {
        if (key->key == key::space) {
            clock_.pause_or_go_on();
            return true;
        }
        if (key->key == key::right) {
            clock_.next();
            return true;
        }
        if (key->key == key::left) {
            clock_.back();
            return true;
        }
    }
    if (!interrupts(event) && !interferes(event))
        return std::holds_alternative<input::Character>(event);
    end();
    return is_only_the_tours(event);
}

void GuidedTour::advance() {
    if (!under_way()) return;
    if (state_.seen.engine_error) return end();
    show();
    if (clock_.paused()) state_.panels.replay.resume();  // no time passes for it
    clock_.advance(state_.seen.now, ready(), state_.panels.replay.playing());
    show();
    const FrameRequest request = state_.wanted_request();
    if (shown_ && why_invalid(request)) return end();
    if (shown_ && !state_.up_to_date() && !activity_.computing())
        worker_.submit_anew(request);  // it may have been stopped before the tour
    state_.seen.tour = TourView{*clock_.stop(), clock_.read(), figures(), clock_.paused()};
}

// What the stop sets, once.
void GuidedTour::show() {
    const auto stop = *clock_.stop();
    if (stop == shown_ || pixel_count(state_.seen.picture) == 0) return;
    const ImageSize window = state_.settings.window_size;
    state_.settings = settings_at(stop, kept_->settings, state_.seen.picture);
    state_.settings.window_size = window;
    state_.settings.workload = Workload::mandelbrot;
    state_.panels.replay.stop();
    if (stop == TourStop::levels) {
        state_.panels.replay.speed = 1;
        state_.panels.replay.loop = false;
        state_.panels.replay.play();
    }
    shown_ = stop;
}

bool GuidedTour::ready() const {
    return shown_ == clock_.stop() && state_.up_to_date() && !activity_.computing() &&
           !navigator_.moving();
}

// The figures of the frame on screen, if it is the stop's.
std::optional<TourFigures> GuidedTour::figures() {
    if (!ready()) return std::nullopt;
    const Frame& frame = state_.shown->frame->frame;
    const auto total = frame.stats.total();
    if (shown_ == TourStop::exhaustive) exhaustive_ms_ = frame.stats.compute_ms;
    TourFigures figures;
    figures.levels = std::ssize(frame.stats.levels);
    figures.regions = total.regions;
    figures.filled = total.filled;
    figures.launched = total.regions - frame.stats.levels.front().regions;
    figures.pixels = pixel_count(frame.plan.part);
    figures.pixels_filled = total.pixels_filled;
    figures.dwell_limit = frame.plan.dwell_limit;
    figures.ms = frame.stats.compute_ms;
    figures.exhaustive_ms = exhaustive_ms_;
    return figures;
}

Settings GuidedTour::own_settings() const {
    if (!kept_) return state_.settings;
    Settings settings = kept_->settings;
    settings.window_size = state_.settings.window_size;
    return settings;
}

// The picture on screen moves back to where it was.
void GuidedTour::end() {
    if (!kept_) return;
    state_.settings = own_settings();
    navigator_.return_to(kept_->navigator);
    state_.panels = std::move(kept_->panels);
    state_.panels.replay.resume();
    state_.panels.film.resume();
    state_.seen.tour.reset();
    clock_.end();
    kept_.reset();
}

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
