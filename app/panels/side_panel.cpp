#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr float least_width = 300, most_width = 900;  // at scale 1
constexpr float least_picture = 0.3f;                 // of the window's width, left to the picture
constexpr float grip = 6;

struct Section {
    const char* title;
    void (*panel)(const PanelContext&);
    bool open;  // the first time
};

constexpr std::array<Section, 8> sections{{{"View", view_panel, true},
                                           {"Engine", engine_panel, true},
                                           {"Timings", timings_panel, true},
                                           {"Levels", levels_panel, false},
                                           {"Regions", regions_panel, false},
                                           {"Colour", colour_panel, false},
                                           {"Bookmarks", bookmarks_panel, false},
                                           {"Export", export_panel, false}}};

std::string summary(const PanelContext& context) {
    if (context.seen.history.empty()) return "no frame yet";
    return fmt::format("{} ms", significant(context.seen.history.back().total()));
}

void header(const PanelContext& context) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("mariani");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    mono(context, summary(context), tone::dim);
    explain("The time of the last frame: compute + upload + draw.");
    const float width = ImGui::GetFrameHeight();
    const float buttons = 2 * width + ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
    auto& left = context.settings.panel_left;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    if (button(left ? ">" : "<", "Moves the panel to the window's other side.", width))
        left = !left;
    ImGui::SameLine();
    if (button("?", "Keys, and what there is to see (F1).", width))
        context.commands.push_back(command::ToggleHelp{});
    ImGui::PopStyleVar();
}

void draw_section(const PanelContext& context, const Section& section) {
    ImGui::SetNextItemOpen(section.open, ImGuiCond_FirstUseEver);
    if (!ImGui::CollapsingHeader(section.title)) return;
    ImGui::PushID(section.title);
    ImGui::Spacing();
    section.panel(context);
    ImGui::Spacing();
    ImGui::Spacing();
    ImGui::PopID();
}

// The edge towards the picture, to be dragged.
void resize_grip(const PanelContext& context, const PanelExtent& extent, float height) {
    auto& settings = context.settings;
    const float width = scaled_length(context, grip);
    const float x = settings.panel_left ? extent.left + extent.width - width : extent.left;
    const ImVec2 back = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({x, ImGui::GetWindowPos().y});
    ImGui::InvisibleButton("resize", {width, height});
    ImGui::SetItemAllowOverlap();
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const float line = settings.panel_left ? x + width - 1 : x;
        ImGui::GetForegroundDrawList()->AddLine(
            {line, ImGui::GetWindowPos().y}, {line, ImGui::GetWindowPos().y + height},
            tone::packed(tone::accent), 2 * context.fonts.scale);
    }
    if (active) {
        const float drag = ImGui::GetIO().MouseDelta.x / context.fonts.scale;
        settings.panel_width = std::clamp(
            settings.panel_width + (settings.panel_left ? drag : -drag), least_width, most_width);
    }
    ImGui::SetCursorScreenPos(back);
}

}  // namespace

PanelExtent side_panel_extent(const Settings& settings, const Fonts& fonts, float window_width) {
    if (!settings.panel_shown) return {settings.panel_left ? 0 : window_width, 0};
    const float wanted = std::clamp(settings.panel_width, least_width, most_width) * fonts.scale;
    const float width = std::min(wanted, window_width * (1 - least_picture));
    return {settings.panel_left ? 0 : window_width - width, width};
}

void side_panel(const PanelContext& context) {
    const auto& viewport = *ImGui::GetMainViewport();
    const auto extent = side_panel_extent(context.settings, context.fonts, viewport.Size.x);
    if (extent.width <= 0) return;
    ImGui::SetNextWindowPos({viewport.Pos.x + extent.left, viewport.Pos.y});
    ImGui::SetNextWindowSize({extent.width, viewport.Size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    const auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoBringToFrontOnFocus |
                       ImGuiWindowFlags_AlwaysVerticalScrollbar;
    if (ImGui::Begin("panel", nullptr, flags)) {
        resize_grip(context, extent, viewport.Size.y);
        header(context);
        for (const auto& section : sections) draw_section(context, section);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace mariani::app
