#include "app/window/screenshot.hpp"

#include "app/produce/film.hpp"
#include "app/produce/replay_film.hpp"
#include "render/gl/framebuffer.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void reject_unfinished(const WindowState& state, const char* what) {
    if (pixel_count(state.seen.picture) == 0)
        throw std::runtime_error(
            fmt::format("{}: the window is too small to show a picture", what));
    if (!state.up_to_date())
        throw std::runtime_error(
            fmt::format("{}: the picture is unfinished. F5 computes it.", what));
}

void export_screenshot(const WindowState& state, FrameDisplay& display, Exporter& exports,
                       ImageSize framebuffer) {
    reject_unfinished(state, "No screenshot");
    Settings pictured = state.settings;
    pictured.overlay = state.drawn_overlay();
    render::Viewport area = state.viewport;
    if (pictured.exports.with_panel) {
        area = {0, 0, framebuffer.width, framebuffer.height};
    } else if (pictured.overlay.shown && !pictured.exports.with_overlay) {
        pictured.overlay.shown = false;
        display.draw_without_overlay();
    }
    const Frame& frame = state.shown->frame->frame;
    exports.screenshot(render::read_pixels(area), pictured, frame.plan, frame.stats);
}

void export_replay(WindowState& state, FrameDisplay& display, Exporter& exports,
                   const std::filesystem::path& path) {
    reject_unfinished(state, "No film of the replay");
    const auto frame = state.shown->frame;
    if (frame->frame.plan.engine == EngineKind::ex)
        throw std::runtime_error(
            "No film of the replay: Ex cuts the picture into no regions. Choose another engine, or "
            "auto.");
    display.draw_without_overlay();
    const auto picture = std::make_shared<const render::Image>(render::read_pixels(state.viewport));
    const FilmShape shape{replay_film_size(picture->size()),
                          SubdivisionReplay::seconds / state.panels.replay.speed};
    exports.film(path, [=, settings = state.settings](const std::stop_token& stop,
                                                      std::atomic<double>& progress) {
        const ReplayFilm film(frame->frame, *picture, settings, shape.size, shape.seconds);
        return write_film(
            path, shape, [&](double second) { return film.at(second); }, stop, progress);
    });
}

// The picture as it will stay is on screen.
bool picture_rests(const WindowState& state, const FrameDisplay& display) {
    return !display.frame_is_coming() && !display.colours_change() && !state.seen.samples.coming;
}

}  // namespace

void take_screenshot(WindowState& state, FrameDisplay& display, Exporter& exports,
                     ImageSize framebuffer, bool with_panel) {
    if (!state.screenshot_wanted || !picture_rests(state, display) ||
        state.settings.exports.with_panel != with_panel)
        return;
    state.screenshot_wanted = false;
    state.attempt([&] { export_screenshot(state, display, exports, framebuffer); });
}

void take_screenshot(WindowState& state, const WorkloadScreen& screen, Exporter& exports,
                     ImageSize framebuffer, bool with_panel) {
    if (screen.busy()) return;
    const auto picture = [&](const char* what) {
        if (!screen.picture())
            throw std::runtime_error(
                fmt::format("{}: what is asked for is not on screen. F5 computes it.", what));
        return *screen.picture();
    };
    if (!with_panel && std::exchange(state.copy_wanted, false))
        state.attempt([&] { exports.copy(picture("The picture is not copied")); });
    if (!state.screenshot_wanted || state.settings.exports.with_panel != with_panel) return;
    state.screenshot_wanted = false;
    state.attempt([&] {
        auto image = picture("No screenshot");
        if (with_panel) image = render::read_pixels({0, 0, framebuffer.width, framebuffer.height});
        Settings pictured = state.settings;
        screen.describe(pictured);
        exports.screenshot(std::move(image), pictured, screen.title(), screen.altered());
        if (screen.altered())
            state.notify(Message::Kind::info,
                         "Opened again, the screenshot leads to the state of its seed after as "
                         "many steps, without what was changed on the way.");
    });
}

void copy_picture(WindowState& state, const FrameDisplay& display, Exporter& exports) {
    if (!state.copy_wanted || !picture_rests(state, display)) return;
    state.copy_wanted = false;
    state.attempt([&] {
        reject_unfinished(state, "The picture is not copied");
        exports.copy(render::read_pixels(state.viewport));
    });
}

void film_replay(WindowState& state, FrameDisplay& display, Exporter& exports) {
    if (!state.film_wanted || !picture_rests(state, display)) return;
    const auto path = *std::exchange(state.film_wanted, std::nullopt);
    state.attempt([&] { export_replay(state, display, exports, path); });
}

}  // namespace mariani::app
