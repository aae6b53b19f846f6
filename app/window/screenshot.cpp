#include "app/window/screenshot.hpp"

#include "render/gl/read_pixels.hpp"

#include <stdexcept>

#include <fmt/format.h>

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
    exports.screenshot(render::read_pixels(area), pictured, state.shown->frame->frame.plan);
}

}  // namespace

void take_screenshot(WindowState& state, FrameDisplay& display, Exporter& exports,
                     ImageSize framebuffer, bool with_panel) {
    if (!state.screenshot_wanted || display.frame_is_coming() || display.colours_change() ||
        state.seen.samples.coming || state.settings.exports.with_panel != with_panel)
        return;
    state.screenshot_wanted = false;
    state.attempt([&] { export_screenshot(state, display, exports, framebuffer); });
}

void copy_picture(WindowState& state, const FrameDisplay& display, Exporter& exports) {
    if (!state.copy_wanted || display.frame_is_coming()) return;
    if (display.colours_change() || state.seen.samples.coming) return;
    state.copy_wanted = false;
    state.attempt([&] {
        reject_unfinished(state, "The picture is not copied");
        exports.copy(render::read_pixels(state.viewport));
    });
}

}  // namespace mariani::app
