#include "app/panels/columns.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

namespace mariani::app {
namespace {

// The limits of a column's width, before scaling.
constexpr float min_column_width = 300, max_column_width = 900;

// The most of the window's width that the columns beside the picture take together.
constexpr float max_columns_share = 0.55f;

constexpr auto column_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                              ImGuiWindowFlags_NoBringToFrontOnFocus |
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

// In ImGui's units: so that both columns still have room where both are shown.
float most_width(const PanelContext& context, const Column& column) {
    const auto& layout = context.seen.layout;
    const Column &picture = layout.picture, &laboratory = layout.laboratory, &panel = layout.panel;
    const float most = max_column_width * context.fonts.scale;
    if (laboratory.width <= 0 || panel.width <= 0) return most;
    const float window = picture.width + laboratory.width + panel.width;
    const float others = laboratory.width + panel.width - column.width;
    return std::min(most, max_columns_share * window - others);
}

void draw_grip(const PanelContext& context, const Column& column, float& wanted) {
    const bool at_right = context.settings.panel_left;
    const float width = 0.5f * ImGui::GetStyle().WindowPadding.x;
    const ImVec2 back = ImGui::GetCursorScreenPos(), at = ImGui::GetWindowPos();
    const float height = ImGui::GetWindowHeight();
    const float x = at.x + (at_right ? column.width - width : 0);
    ImGui::PushClipRect({x, at.y}, {x + width, at.y + height}, false);
    ImGui::SetCursorScreenPos({x, at.y});
    button_beneath("resize", {width, height});
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const float line = at_right ? x + width - 1 : x;
        ImGui::GetForegroundDrawList()->AddLine({line, at.y}, {line, at.y + height},
                                                tone::packed(tone::accent),
                                                2 * context.fonts.scale);
    }
    if (active) {
        const float drag = ImGui::GetIO().MouseDelta.x / context.fonts.scale;
        const float most = std::floor(most_width(context, column) / context.fonts.scale);
        wanted = std::clamp(wanted + (at_right ? drag : -drag), min_column_width,
                            std::max(most, min_column_width));
    }
    ImGui::PopClipRect();
    ImGui::SetCursorScreenPos(back);
}

// The keyboard comes to the column: to the control where it was last, or to the first. A click into
// another column takes it along.
void take_keyboard(const PanelContext& context, KeyboardPlace::Area area) {
    KeyboardPlace& keyboard = context.state.keyboard;
    if (keyboard.at == KeyboardPlace::picture) return;
    if (!keyboard.arrives && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows))
        keyboard.at = area;
    if (keyboard != KeyboardPlace{area, true}) return;
    keyboard.arrives = false;
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    ImGui::FocusWindow(imgui.CurrentWindow, ImGuiFocusRequestFlags_RestoreFocusedChild);
    if (imgui.NavId == 0) ImGui::NavInitWindow(imgui.NavWindow, false);
    imgui.NavInputSource = ImGuiInputSource_Keyboard;
    ImGui::SetNavCursorVisible(true);
}

}  // namespace

WindowLayout window_layout(const Settings& settings, bool laboratory_shown, const Fonts& fonts,
                           float window_width) {
    // Its share of the window: alone in a small one, its plots need more room than the picture.
    constexpr float max_laboratory_share = 0.85f;
    const auto width = [&](float wanted, float share) {
        const float clamped = std::clamp(wanted, min_column_width, max_column_width);
        return std::min(clamped * fonts.scale, window_width * share);
    };
    float laboratory = width(settings.laboratory_width, max_laboratory_share);
    float panel = width(settings.panel_width, max_columns_share);
    const bool both = panel + laboratory <= window_width * max_columns_share;
    if (!laboratory_shown) laboratory = 0;
    if (!settings.panel_shown || (laboratory_shown && !both)) panel = 0;
    const float width_left = window_width - panel - laboratory;
    const float status = panel + laboratory > 0 ? std::round(26 * fonts.scale) : 0;
    const Column picture{settings.panel_left ? panel + laboratory : 0, width_left};
    if (settings.panel_left)
        return {picture, {panel, laboratory}, {0, panel}, status, both, 0, picture};
    const float right = width_left + laboratory;
    return {picture, {width_left, laboratory}, {right, panel}, status, both, 0, picture};
}

float timeline_height(const Settings& settings, const Fonts& fonts, float window_height) {
    constexpr float max_share = 0.5f;
    const float wanted =
        std::clamp(settings.timeline_height, least_timeline_height, most_timeline_height);
    return std::min(std::round(wanted * fonts.scale), std::floor(max_share * window_height));
}

void draw_column(const PanelContext& context, const char* title, const Column& column,
                 float& wanted, const std::function<void()>& contents) {
    if (column.width <= 0) return;
    const auto& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos({viewport.Pos.x + column.left, viewport.Pos.y});
    ImGui::SetNextWindowSize({column.width, viewport.Size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    const bool visible = ImGui::Begin(title, nullptr, column_flags);
    ImGui::PopStyleVar();
    if (visible) {
        draw_grip(context, column, wanted);
        take_keyboard(context, &column == &context.seen.layout.panel ? KeyboardPlace::panel
                                                                     : KeyboardPlace::laboratory);
        contents();
    }
    ImGui::End();
}

bool begin_scrolled(const char* id) {
    // The bar lies in the margin beside the rows, which end where the head does.
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width =
        ImGui::GetContentRegionAvail().x + style.ScrollbarSize + style.ItemSpacing.x;
    ImGui::SetNextWindowContentSize({ImGui::GetContentRegionAvail().x, 0});
    return ImGui::BeginChild(id, {width, 0}, ImGuiChildFlags_NavFlattened);
}

}  // namespace mariani::app
