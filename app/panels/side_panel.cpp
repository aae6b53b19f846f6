#include "app/panels/guarded.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr float min_width = 300, max_width = 900;  // at scale 1
constexpr float min_picture_share = 0.45f;         // share of the window's width
constexpr float grip = 6;

std::string engine_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    const auto& plan = context.seen.frame->plan;
    return fmt::format("{} on {}", choice_of(plan.engine).label, choice_of(plan.backend).label);
}

std::string frame_summary(const PanelContext& context) {
    if (context.seen.history.empty()) return "";
    return fmt::format("{} ms", significant(context.seen.history.back().total()));
}

std::string levels_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(static_cast<std::int64_t>(context.seen.frame->stats.levels.size()));
}

std::string regions_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(context.seen.frame->stats.total().regions);
}

std::string colour_summary(const PanelContext& context) {
    const auto& colouring = context.settings.colouring;
    switch (colouring.shown) {
        case render::Quantity::work:
            return "work";
        case render::Quantity::level:
            return "level";
        case render::Quantity::outcome:
            return "outcome";
        default:
            return shown_name(colouring.palette);
    }
}

struct Section {
    const char* title;
    void (*panel)(const PanelContext&);
    bool OpenSections::*open;
    std::string (*summary)(const PanelContext&) = nullptr;  // at the right of the title
};

const std::array<Section, 8> sections{
    {{"Engine", engine_panel, &OpenSections::engine, engine_summary},
     {"Timings", timings_panel, &OpenSections::timings, frame_summary},
     {"View", view_panel, &OpenSections::view,
      [](const PanelContext& context) { return magnification(context.settings.view.height); }},
     {"Levels", levels_panel, &OpenSections::levels, levels_summary},
     {"Regions", regions_panel, &OpenSections::regions, regions_summary},
     {"Colour", colour_panel, &OpenSections::colour, colour_summary},
     {"Bookmarks", bookmarks_panel, &OpenSections::bookmarks},
     {"Export", export_panel, &OpenSections::exports}}};

// What is known of the pixels on screen, and how.
void exactness(const PanelContext& context) {
    const auto& [state, progress, regions, corrected] = context.seen.exactness;
    if (state == Exactness::unknown) return;
    ImGui::SameLine();
    if (state == Exactness::verifying) {
        mono(context, fmt::format("{:.0f} %", 100 * progress), tone::dim);
        return explain(
            "The fills inside the set are verified, pixel by pixel, while the view is at rest.");
    }
    mono(context, state == Exactness::exact ? "exact" : "verified", tone::draw);
    if (state == Exactness::exact) return explain("Every pixel was computed.");
    explain((regions == 0 ? "No fill inside the set is in doubt."
                          : fmt::format("{} fills inside the set were computed again, {} pixels "
                                        "corrected.",
                                        grouped(regions), grouped(corrected))) +
            " Fills outside are not verified: none was ever seen wrong.");
}

void header(const PanelContext& context) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("mariani");
    exactness(context);
    const float width = ImGui::GetFrameHeight();
    const float wide = ImGui::CalcTextSize("Laboratory").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float buttons = wide + 2 * width + 2 * ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(content_right() - buttons);
    if (button("Laboratory", "The cost model, measurements and checks, in a window (L).", wide))
        context.commands.push_back(command::ToggleLaboratory{});
    ImGui::SameLine();
    auto& left = context.settings.panel_left;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    if (button(left ? ">" : "<", "Moves the panel to the window's other side.", width))
        left = !left;
    ImGui::SameLine();
    if (button("?", "Keys, and an explanation of the picture (F1).", width))
        context.commands.push_back(command::ToggleHelp{});
    ImGui::PopStyleVar();
}

// Dim text at the right end of the header just drawn.
void on_last_item(const PanelContext& context, const std::string& text) {
    push_mono(context.fonts);
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddText({to.x - size.x - ImGui::GetStyle().FramePadding.x,
                                         std::round(0.5f * (from.y + to.y - size.y))},
                                        tone::packed(tone::dim), text.c_str());
    ImGui::PopFont();
}

void draw_section(const PanelContext& context, const Section& section) {
    bool& open = context.settings.sections.*section.open;
    ImGui::SetNextItemOpen(open);
    open = ImGui::CollapsingHeader(section.title);
    if (section.summary) on_last_item(context, section.summary(context));
    if (!open) return;
    ImGui::PushID(section.title);
    ImGui::Spacing();
    section.panel(context);
    ImGui::Spacing();
    ImGui::Spacing();
    ImGui::PopID();
}

// The draggable edge towards the picture.
void resize_grip(const PanelContext& context, const PanelExtent& extent, float height) {
    auto& settings = context.settings;
    const float width = scaled_length(context, grip);
    const float x = settings.panel_left ? extent.left + extent.width - width : extent.left;
    const ImVec2 back = ImGui::GetCursorScreenPos();
    const float top = ImGui::GetWindowPos().y;
    ImGui::PushClipRect({x, top}, {x + width, top + height}, false);
    ImGui::SetCursorScreenPos({x, top});
    button_beneath("resize", {width, height});
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
            settings.panel_width + (settings.panel_left ? drag : -drag), min_width, max_width);
    }
    ImGui::PopClipRect();
    ImGui::SetCursorScreenPos(back);
}

}  // namespace

PanelExtent side_panel_extent(const Settings& settings, const Fonts& fonts, float window_width) {
    if (!settings.panel_shown) return {settings.panel_left ? 0 : window_width, 0};
    const float wanted = std::clamp(settings.panel_width, min_width, max_width) * fonts.scale;
    const float width = std::min(wanted, window_width * (1 - min_picture_share));
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
        for (const auto& section : sections)
            draw_or_show_error(section.title, [&] { draw_section(context, section); });
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace mariani::app
