#include "app/window/panel_layer.hpp"

#include "app/panels/guarded.hpp"
#include "app/panels/tab.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <imgui.h>

namespace mariani::app {
namespace {

void draw_box(const std::array<PixelPoint, 2>& corners, float scale) {
    const auto on_screen = [](glm::vec2 at) { return ImVec2(at.x, at.y); };
    const ImVec2 from = on_screen(glm::min(corners[0], corners[1]));
    const ImVec2 to = on_screen(glm::max(corners[0], corners[1]));
    const float width = std::max(1.0f, 1.5f * scale);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, to, IM_COL32(255, 255, 255, 28));
    list.AddRect(from, to, IM_COL32(0, 0, 0, 160), 0, 3 * width);
    list.AddRect(from, to, IM_COL32(255, 255, 255, 235), 0, width);
}

}  // namespace

void lay_out(WindowState& state, const Fonts& fonts, const NativeWindow& window) {
    // The laboratory is the Mandelbrot set's.
    const bool laboratory =
        state.seen.laboratory_shown && state.settings.workload == Workload::mandelbrot;
    state.seen.layout =
        window_layout(state.settings, laboratory, fonts, static_cast<float>(window.size().width));
    const ImageSize framebuffer = window.framebuffer();
    const auto& [left, width] = state.seen.layout.picture;
    const auto pixels = [&](float length) {
        return std::clamp(static_cast<int>(std::lround(length * window.pixel_ratio())), 0,
                          framebuffer.width);
    };
    state.viewport = {pixels(left), 0, pixels(left + width) - pixels(left), framebuffer.height};
    state.seen.picture = render::size_of(state.viewport);
}

void draw_panels(WindowState& state, const Fonts& fonts,
                 const std::optional<std::array<PixelPoint, 2>>& box) {
    const PanelContext context{state.settings, state.seen,   state.commands,
                               fonts,          state.panels, state.tabs};
    const auto draw = [&](const char* name, bool shown, void (*panel)(const PanelContext&)) {
        if (shown) state.note_failure(name, failure_of_drawing([&] { panel(context); }));
    };
    if (box) draw_box(*box, fonts.scale);
    const bool mandelbrot = state.settings.workload == Workload::mandelbrot;
    const auto marks = shown_tab(context).marks;
    draw("marks", marks && (mandelbrot || state.seen.tab), marks);
    draw("panel", true, side_panel);
    draw("insets", true, insets);
    draw("legend", mandelbrot, picture_legend);
    draw("status", true, status_overlay);
    draw("region", mandelbrot && state.seen.hovered_region.has_value(), region_tooltip);
    draw("laboratory", mandelbrot && state.seen.laboratory_shown, laboratory_window);
    draw("race film", mandelbrot && state.panels.film.is_open(), race_watch);
    draw("help", state.seen.help_shown, help_window);
}

}  // namespace mariani::app
