#include "app/panels/columns.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// A name in the list of workloads, and what it is about.
bool workload_entry(const PanelContext& context, const Tab& tab, bool shown, float words) {
    const float inset = scaled_length(context, 6);
    const float height = 2 * ImGui::GetTextLineHeight() + 2 * inset;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool picked = ImGui::Selectable((std::string("##") + tab.label).c_str(), shown, 0,
                                          {height + inset + words, height});
    if (shown) ImGui::SetItemDefaultFocus();  // where the arrow keys begin
    const float side = height - 2 * inset;
    auto& list = *ImGui::GetWindowDrawList();
    tab.icon(list, {at.x + inset, at.y + inset}, side);
    const float left = at.x + side + 3 * inset;
    list.AddText({left, at.y + inset}, tone::packed(tone::text), tab.label);
    list.AddText({left, at.y + inset + ImGui::GetTextLineHeight()}, tone::packed(tone::dim),
                 tab.explanation);
    return picked;
}

void workload_menu(const PanelContext& context, float width) {
    const Tab& shown = shown_tab(context);
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(context.fonts.title, context.fonts.text_size);
    const bool open = ImGui::BeginCombo("##workload", shown.label, ImGuiComboFlags_HeightLargest);
    ImGui::PopFont();
    if (!open) return explain("The workload that is computed (Ctrl+Tab: next).");
    float words = 0;
    for (const Tab* tab : context.tabs)
        words = std::max(words, ImGui::CalcTextSize(tab->explanation).x);
    for (const Tab* tab : context.tabs)
        if (workload_entry(context, *tab, tab == &shown, words))
            context.settings.workload = tab->workload;
    ImGui::EndCombo();
}

void header(const PanelContext& context) {
    const bool mandelbrot = context.settings.workload == Workload::mandelbrot;
    workload_menu(context, label_width(context) + scaled_length(context, 40));
    const float width = ImGui::GetFrameHeight();
    const float wide = ImGui::CalcTextSize("Laboratory").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float space = ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(content_right() - width - (mandelbrot ? wide + space : 0));
    if (mandelbrot) {
        if (button("Laboratory", "The cost model, measurements and checks, in a window (L).", wide))
            context.commands.push_back(Action::toggle_laboratory);
        ImGui::SameLine();
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    if (button("?", "Keys, and an explanation of the picture (F1).", width))
        context.commands.push_back(Action::toggle_help);
    ImGui::PopStyleVar();
}

// Dim text at the right end of the header just drawn.
void on_last_item(const std::string& text) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddText({to.x - size.x - ImGui::GetStyle().FramePadding.x,
                                         std::round(0.5f * (from.y + to.y - size.y))},
                                        tone::packed(tone::dim), text.c_str());
}

void draw_section(const PanelContext& context, const Section& section) {
    auto& chosen = context.settings.sections;
    const auto found = chosen.find(section.name);
    const bool unfolded = found == chosen.end() ? section.unfolded : found->second;
    const bool open = section_title(context.fonts, section.title, unfolded);
    if (open != unfolded) chosen[section.name] = open;
    auto& rows = context.state.rows;
    rows.section = section.name;
    rows.in_details = false;
    if (rows.sought && *rows.sought == PanelRow{section.name, ""}) come_to_item(context, -1);
    if (section.of_picture && shows_previous(context.seen))
        on_last_item("previous picture");
    else if (section.summary)
        on_last_item(section.summary(context));
    if (!open) return;
    ImGui::PushID(section.title);
    ImGui::Spacing();
    section.panel(context);
    ImGui::Spacing();
    ImGui::Spacing();
    ImGui::PopID();
}

void parts_row(const PanelContext& context) {
    static const std::array<Segment, 3> parts{
        {{"Explore", "Position, bookmarks, colours and pictures (1).", {}},
         {"Regions", "How the picture is subdivided, and by which engine (2).", {}},
         {"Measure", "Timings, logs, energy and experiments (3).", {}}}};
    PanelPart& part = context.settings.panel_part;
    if (const auto picked = segmented("part", parts, static_cast<std::size_t>(part)))
        part = static_cast<PanelPart>(*picked);
}

constexpr std::array<int, 9> interface_percents{75, 90, 100, 110, 125, 150, 175, 200, 300};

void interface_row(const PanelContext& context) {
    float& scale = context.settings.interface_scale;
    const auto percent = static_cast<int>(std::lround(100 * scale));
    const auto text = [](int value) { return fmt::format("{} %", value); };
    row(context, "Interface", "The size of texts and controls, relative to the display's scale.");
    resettable(
        context, [](auto& s) -> auto& { return s.interface_scale; });
    if (!ImGui::BeginCombo("##interface", text(percent).c_str(), ImGuiComboFlags_HeightLarge))
        return;
    for (const int each : interface_percents)
        if (ImGui::Selectable(text(each).c_str(), each == percent))
            scale = static_cast<float>(each) / 100;
    ImGui::EndCombo();
}

void side_row(const PanelContext& context) {
    static const std::array<Segment, 2> sides{
        {{"left", "Left of the picture.", {}}, {"right", "Right of the picture.", {}}}};
    bool& left = context.settings.panel_left;
    row(context, "Panel", "The side of the window for this panel.");
    resettable(
        context, [](auto& s) -> auto& { return s.panel_left; });
    if (const auto picked = segmented("side", sides, left ? 0 : 1)) left = *picked == 0;
}

}  // namespace

const Tab& shown_tab(const PanelContext& context) {
    return **std::ranges::find(context.tabs, context.settings.workload, &Tab::workload);
}

void side_panel(const PanelContext& context) {
    draw_column(context, "panel", context.seen.layout.panel, context.settings.panel_width, [&] {
        header(context);
        parts_row(context);
        const Tab& tab = shown_tab(context);
        const PanelPart part = context.settings.panel_part;
        if (begin_scrolled(fmt::format("{} {}", tab.label, static_cast<int>(part)).c_str())) {
            draw_or_show_error(tab.label, [&] { tab.introduction(context); });
            for (const Section& section : tab.sections)
                if (section.part == part)
                    draw_or_show_error(section.title, [&] { draw_section(context, section); });
        }
        context.state.rows.section.clear();
        ImGui::EndChild();
    });
}

void appearance_panel(const PanelContext& context) {
    interface_row(context);
    side_row(context);
}

}  // namespace mariani::app
