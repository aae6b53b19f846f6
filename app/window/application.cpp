#include "app/window/application.hpp"

#include "app/explore/first_picture.hpp"
#include "app/files/assets.hpp"
#include "app/files/standard_streams.hpp"
#include "app/panels/guarded.hpp"
#include "app/panels/messages.hpp"
#include "compute/model/limits.hpp"
#include "render/gl/read_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

namespace mariani::app {
namespace {

constexpr ImageSize first_size{1440, 900};
constexpr double idle_look = 0.25;  // s: how often an idle window looks for signals and due work
constexpr double fade_step = 0.04;  // s: how often while a message may be fading
constexpr double rest_before_thumbnails = 0.4;  // s
constexpr int turns_to_rest = 3;  // ImGui needs some turns to come to rest after an event

FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route) {
    return [&route, engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               const FrameRequest& request, std::stop_token stop, FrameProgress& progress) {
        return prepare_frame(*engines, request, std::move(stop), progress, route.device());
    };
}

FrameWorker::Preview preview_runner(EngineDispatcher engines) {
    return [first = std::make_shared<FirstPicture>(std::move(engines))](const FrameRequest& request,
                                                                        std::stop_token stop) {
        return first->compute(request, std::move(stop));
    };
}

RunEngine runner(EngineDispatcher engines) {
    return [engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               const FrameRequest& request, std::stop_token stop) {
        FrameProgress unwatched;
        return engines->compute(request, std::move(stop), unwatched);
    };
}

}  // namespace

Application::Application(const WindowOptions& options, std::optional<ReplayPlayer> replay)
    : settings_(options.settings),
      replay_(std::move(replay)),
      report_(options.report ? std::make_optional<TurnReport>(*options.report) : std::nullopt),
      mark_frames_(options.mark_frames),
      window_("mariani", first_size),
      gui_(window_),
      route_(options.display),
      stage_(data_file("shaders"), data_file("assets/palettes"), route_.bridge()),
      navigator_(settings_.view),
      keeper_(settings_, options.remember),
      service_(std::make_shared<ComputeService>(route_.service_options())),
      shelf_(stage_.palettes().get(render::Colouring{}.palette), engines(JobPriority::idle),
             waker()),
      exports_(names_, engines(JobPriority::exporting), waker()),
      laboratory_(runner(engines(JobPriority::experiment)), waker()),
      verifier_(runner(engines(JobPriority::idle)), waker()),
      worker_(frame_runner(engines(JobPriority::frame), route_), waker(), FrameWorker::usual_grace,
              preview_runner(engines(JobPriority::frame))) {
    seen_.devices.assign(devices().begin(), devices().end());
    seen_.hardware = service_->hardware();
    for (const auto& notice : options.notices) tell(Message::Kind::warning, notice);
    for (const auto& notice : shelf_.bookmarks().messages()) tell(Message::Kind::warning, notice);
    for (const auto& notice : tunings_.messages()) tell(Message::Kind::warning, notice);
    seen_.bookmarks = shelf_.list();
    list_palettes();
}

EngineDispatcher Application::engines(JobPriority priority) const {
    return EngineDispatcher(service_, priority);
}

// Ends the main loop's wait; called on other threads.
std::function<void()> Application::waker() {
    return [this] {
        woken_ = true;
        NativeWindow::wake();
    };
}

void Application::run() {
    try {
        while (!closing_) {
            attempt_each_turn("wait", [&] { wait_for_reason(); });
            turn();
        }
    } catch (...) {
        save_settings_at_end();
        throw;
    }
    save_settings_at_end();
}

// There is no window any more to tell of a failure.
void Application::save_settings_at_end() {
    if (const auto failure = failure_of([&] { keeper_.save(settings_); }))
        print_notice("the settings are not saved: " + *failure);
}

// One turn of the main loop.
void Application::turn() {
    turn_began_ = seen_.now = seconds();
    std::vector<InputEvent> events;
    attempt_each_turn("input", [&] {
        events = take_input();
        for (const auto& event : events) gui_.feed(event);
    });
    gui_.begin(settings_.interface_scale);
    place_picture();
    act_on(events);
    run_commands();
    attempt_each_turn("navigation", [&] {
        navigator_.advance(settings_.view, seen_.picture, seen_.now);
        post_request();
    });
    attempt_each_turn("frame", [&] { take_finished_frame(); });
    attempt_each_turn("verification", [&] {
        take_verification();
        verify_at_rest();
    });
    attempt_each_turn("observations", [&] { observe(); });
    attempt_each_turn("picture", [&] { draw_picture(); });
    take_screenshot(false);
    draw_panels();
    gui_.end();
    take_screenshot(true);
    window_.swap();
    attempt_each_turn("end", [&] { conclude_turn(); });
    attempt_each_turn("bookmarks", [&] { fill_shelf(); });
    if (window_.close_requested() || Termination::requested()) closing_ = true;
    attempt_each_turn("report", [&] { report_turn(); });
}

void Application::wait_for_reason() {
    const double interval = 0.95 / window_.display_rate();
    if (restless()) {
        const auto left = [&] { return turn_began_ + interval - seconds(); };
        do window_.wait_events(std::max(0.0, left()));
        while (left() > 0);
        return;
    }
    const auto fades = [](const Message& message) { return message.kind != Message::Kind::error; };
    const bool fading = std::ranges::any_of(seen_.messages, fades);
    const bool visibly_due = fading || gui_.caret_blinks();
    do window_.wait_events(fading ? fade_step : idle_look);
    while (!window_.take_stir() && !woken_.exchange(false) && !Termination::requested() &&
           !visibly_due && !keeper_.waiting() && shelf_.complete() && !verification_due());
    if (!visibly_due) quiet_turns_ = 0;
}

bool Application::restless() const {
    return quiet_turns_ < turns_to_rest || occupied() || panel_state_.replaying || replay_;
}

// True while something that was asked for is under way.
bool Application::occupied() const {
    return worker_.busy() || navigator_.moving() || exports_.busy() || timings_.measuring() ||
           screenshot_wanted_ || stage_.fetches_regions() || !commands_.empty();
}

// True when what is on screen is what was asked for, and nothing is under way.
bool Application::settled() const {
    return shown() && !laboratory_.busy();
}

// The same, but for the laboratory. What ended since the panels were drawn is still seen in them.
bool Application::shown() const {
    return quiet_turns_ >= turns_to_rest && !occupied() && !seen_.computing;
}

void Application::post_request() {
    if (pixel_count(seen_.picture) == 0) return;
    const FrameRequest request = wanted_request();
    auto refused = mariani::refusal(request);
    if (!refused) worker_.submit(request);
    note_failure("request", std::move(refused));
}

FrameRequest Application::wanted_request() const {
    FrameRequest request = frame_request(settings_, seen_.picture);
    request.keep_regions = true;  // so that showing the grid asks for no new frame
    return request;
}

void Application::observe() {
    const auto since = worker_.busy_since();
    seen_.computing = since.has_value();
    seen_.computing_for_ms =
        since
            ? std::chrono::duration<double, std::milli>(FrameWorker::Clock::now() - *since).count()
            : 0.0;
    seen_.progress = worker_.progress();
    seen_.view = navigator_.shown();
    seen_.work = stage_.frame() ? stage_.frame()->work : nullptr;
    seen_.can_undo = navigator_.history().can_undo();
    seen_.can_redo = navigator_.history().can_redo();
    seen_.precision_exhausted =
        seen_.picture.height > 0 && double_exhausted(settings_.view, seen_.picture);
    seen_.exporting = exports_.exporting();
    seen_.export_progress = exports_.progress();
    seen_.export_path = exports_.poster_path();
    seen_.recording = recorder_.has_value();
    seen_.hardware = service_->hardware();
    seen_.laboratory = laboratory_.view();
    remember_tuning();
    seen_.race_pictures = race_pictures_.names_of(seen_.laboratory.race);
    if (auto refused = navigator_.take_refusal()) tell(Message::Kind::warning, *refused);
    expire_messages(seen_.messages, seen_.now);

    const auto at = gui_.wants_mouse() ? std::nullopt : pointer_.at(pointer_target());
    seen_.cursor.reset();
    seen_.cursor_dwell.reset();
    seen_.cursor_work.reset();
    seen_.hovered_region.reset();
    stage_.take_fetched_regions();
    if (!at) return;
    const View& shown = navigator_.shown();
    seen_.cursor = point_at(shown, seen_.picture, at->x, at->y);
    seen_.cursor_dwell = stage_.dwell_at(shown, seen_.picture, *at);
    seen_.cursor_work = stage_.work_at(shown, seen_.picture, *at);
    if (!pointer_.dragging() && !navigator_.moving())
        seen_.hovered_region = stage_.region_at(shown, seen_.picture, *at, settings_.overlay);
}

void Application::draw_picture() {
    const ImageSize framebuffer = window_.framebuffer();
    const auto shade = [](std::uint8_t value) { return static_cast<float>(value) / 255.0f; };
    const auto outside = render::PictureView::outside;
    glViewport(0, 0, framebuffer.width, framebuffer.height);
    glClearColor(shade(outside.r), shade(outside.g), shade(outside.b), 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (pixel_count(seen_.picture) == 0) return;
    timings_.begin_draw();
    auto failure = failure_of([&] {
        draw_shared(
            [&] { stage_.draw_picture(settings_.colouring, navigator_.shown(), viewport_); });
        drawable_ = settings_.colouring;
    });
    if (failure) settings_.colouring = drawable_;
    note_failure("colours", std::move(failure));
    attempt_each_turn("overlay", [&] {
        const int line_width = std::max(1, static_cast<int>(std::lround(window_.content_scale())));
        if (settings_.overlay.shown)
            draw_shared([&] {
                stage_.draw_overlay(settings_.overlay, navigator_.shown(), viewport_, line_width);
            });
    });
    attempt_each_turn("timings", [&] { timings_.end_draw(seen_); });
}

void Application::draw_panels() {
    const PanelContext context{settings_, seen_, commands_, gui_.fonts(), panel_state_};
    const auto draw = [&](const char* name, bool shown, void (*panel)(const PanelContext&)) {
        if (shown) note_failure(name, failure_of_drawing([&] { panel(context); }));
    };
    if (const auto box = pointer_.box()) draw_box(*box);
    draw("wrong pixels", true, check_overlay);
    draw("panel", settings_.panel_shown, side_panel);
    draw("status", true, status_overlay);
    draw("region", seen_.hovered_region.has_value(), region_tooltip);
    draw("laboratory", seen_.laboratory_shown, laboratory_window);
    draw("help", seen_.help_shown, help_window);
}

void Application::draw_box(const std::array<PixelPoint, 2>& corners) const {
    const auto on_screen = [&](PixelPoint point) {
        const glm::vec2 at = (point + glm::dvec2(viewport_.x, 0)) / window_.pixel_ratio();
        return ImVec2(at.x, at.y);
    };
    const ImVec2 from = on_screen(glm::min(corners[0], corners[1]));
    const ImVec2 to = on_screen(glm::max(corners[0], corners[1]));
    const float width = std::max(1.0f, 1.5f * gui_.fonts().scale);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, to, IM_COL32(255, 255, 255, 28));
    list.AddRect(from, to, IM_COL32(0, 0, 0, 160), 0, 0, 3 * width);
    list.AddRect(from, to, IM_COL32(255, 255, 255, 235), 0, 0, width);
}

void Application::take_screenshot(bool with_panel) {
    const bool comes = worker_.busy() || navigator_.moving();
    if (!screenshot_wanted_ || comes || settings_.exports.with_panel != with_panel) return;
    screenshot_wanted_ = false;
    attempt([&] {
        if (pixel_count(seen_.picture) == 0)
            throw std::runtime_error("No screenshot: the window is too small to show a picture");
        if (shown_request_ != wanted_request())
            throw std::runtime_error(
                "No screenshot: the picture was stopped before it was finished. F5 computes it.");
        Settings pictured = settings_;
        render::Viewport area = viewport_;
        if (with_panel) {
            const ImageSize framebuffer = window_.framebuffer();
            area = {0, 0, framebuffer.width, framebuffer.height};
        } else if (settings_.overlay.shown && !settings_.exports.with_overlay) {
            pictured.overlay.shown = false;
            stage_.draw_picture(settings_.colouring, navigator_.shown(), viewport_);
        }
        exports_.screenshot(render::read_pixels(area), pictured, stage_.frame()->frame.plan);
    });
}

void Application::conclude_turn() {
    for (const auto& [path, error, cancelled] : exports_.poll()) {
        if (!error.empty())
            tell(Message::Kind::error, error);
        else
            tell(Message::Kind::info, (cancelled ? "Cancelled: " : "Saved ") + path.string());
    }
    attempt_each_turn("settings", [&] { keeper_.consider(settings_, seen_.now); });
    const bool changed = settings_ != drawn_ || !commands_.empty();
    drawn_ = settings_;
    quiet_turns_ = changed ? 0 : std::min(quiet_turns_ + 1, turns_to_rest);
    note_fps();
}

void Application::fill_shelf() {
    if (occupied()) at_rest_since_ = seen_.now;
    const bool at_rest = seen_.now - at_rest_since_ > rest_before_thumbnails;
    if (!shelf_.advance(at_rest && !laboratory_.busy())) return;
    seen_.bookmarks = shelf_.list();
    quiet_turns_ = 0;
}

void Application::note_fps() {
    constexpr double period = 0.5;  // s
    ++fps_turns_;
    if (seen_.now - fps_since_ < period) return;
    seen_.display_fps = fps_turns_ / (seen_.now - fps_since_);
    fps_since_ = seen_.now;
    fps_turns_ = 0;
}

double Application::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Application::note_failure(const char* step, std::optional<std::string> failure) {
    if (!failure) {
        failing_.erase(step);
    } else if (auto& last = failing_[step]; last != *failure) {
        last = *failure;
        tell(Message::Kind::error, std::move(*failure));
    }
}

void Application::tell(Message::Kind kind, std::string text) {
    post_message(seen_.messages, kind, std::move(text), seconds());
}

}  // namespace mariani::app
