// What the panels show of the window's parts, read from them each turn.
#include "app/explore/automatic_dwell_limit.hpp"
#include "app/window/application.hpp"
#include "compute/model/suited.hpp"
#include "compute/service/orbits.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace mariani::app {

void Application::observe() {
    const auto* screen = screens_.active();
    Observations& seen = state_.seen;
    const auto since = !activity_.computing() ? std::nullopt
                       : screen               ? screen->busy_since()
                                              : worker_.busy_since();
    const auto ms_since = [](FrameWorker::Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(FrameWorker::Clock::now() - start).count();
    };
    seen.computing = since.has_value();
    seen.computing_for_ms = since ? ms_since(*since) : 0.0;
    seen.progress = screen ? screen->progress() : std::optional(worker_.progress());
    seen.stage = screen ? std::string_view() : worker_.stage();
    seen.shows_old = shows_old();
    seen.figures_old = screen ? seen.shows_old : state_.shown && !state_.answered();
    seen.stopped = screen ? screen->stopped() : worker_.stopped() && !state_.answered();
    seen.log = display_.timings().log().view();
    seen.view = navigator_.shown();
    seen.overlay = state_.drawn_overlay();
    seen.line_width = static_cast<int>(std::max(1.0, std::round(window_.content_scale())));
    seen.panel_scale = gui_.fonts().scale * window_.pixel_ratio();
    if (state_.shown) {
        const auto& frame = state_.shown->frame;
        seen.frame = std::shared_ptr<const Frame>(frame, &frame->frame);
        seen.work = frame->work;
        seen.dwells = std::shared_ptr<const DwellSummary>(frame, &frame->summary);
    }
    seen.poster.reset();
    if (!screen) poster_.observe();
    seen.all_inside = state_.shown && state_.up_to_date() && state_.shown->frame->all_inside;
    seen.limit_hides_all =
        state_.shown && state_.up_to_date() && !state_.settings.automatic_dwell_limit &&
        !seen.all_inside &&
        limit_hides_all(state_.shown->frame->frame, state_.shown->frame->summary);
    seen.can_undo = history_.can_undo();
    seen.can_redo = history_.can_redo();
    const Settings& settings = state_.settings;
    const bool in_doubles =
        settings.view.julia || (settings.engine.precision && !is_deep(*settings.engine.precision));
    seen.precision_exhausted =
        in_doubles && seen.picture.height > 0 && double_exhausted(settings.view, seen.picture);
    const auto& film = state_.film_wanted;  // waits for its picture
    seen.exporting = film || exports_.exporting();
    seen.export_progress = film ? 0 : exports_.progress();
    seen.export_cancelled = exports_.cancelled();
    seen.export_path = film ? film->string() : exports_.poster_path();
    seen.recording = input_.records();
    seen.played.reset();
    if (const auto& playback = input_.playback())
        seen.played = PlayedRecording{playback->name(), playback->progress()};
    seen.hardware = service_->hardware();
    observe_pointer();
    observe_orbit();
}

// Pictures that follow one another are those on the way, and what grows of one is its own.
bool Application::shows_old() const {
    if (const auto* screen = screens_.active())
        return screen->busy() && !screen->moving() && !screen->playing() && !screen->picture();
    const bool coming = display_.has_growing() || display_.has_preview();
    return state_.shown && !state_.answered() && !coming && !navigator_.moving();
}

void Application::observe_pointer() {
    Observations& seen = state_.seen;
    const auto at = input_.over_picture();
    seen.cursor.reset();
    seen.cursor_dwell.reset();
    seen.cursor_work.reset();
    seen.hovered_region.reset();
    if (!at || screens_.active()) return;
    seen.cursor = point_at(navigator_.shown(), seen.picture, at->x, at->y);
    seen.cursor_dwell = display_.dwell_at(*at);
    seen.cursor_work = display_.work_at(*at);
    if (!input_.dragging() && !navigator_.moving() && !state_.panels.replay.playing() &&
        !tour_.under_way())
        seen.hovered_region = display_.region_at(*at);
}

void Application::observe_orbit() {
    constexpr std::uint32_t most_steps = 1 << 14;  // 0.3 ms
    constexpr std::size_t most_points = 300;       // more are a blot
    Observations& seen = state_.seen;
    const auto at = input_.over_picture();
    seen.orbit.reset();
    if (!at || !state_.settings.insets.orbit || screens_.active()) return;
    if (double_exhausted(navigator_.shown(), seen.picture)) return;  // it would be another point's
    const glm::dvec2 pixel = glm::floor(*at);
    seen.orbit = orbit_of_pixel(
        navigator_.shown(), seen.picture, static_cast<int>(pixel.x), static_cast<int>(pixel.y),
        std::min(state_.settings.engine.dwell_limit, most_steps), most_points);
}

}  // namespace mariani::app
