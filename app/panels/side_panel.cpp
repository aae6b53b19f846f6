#include "app/panels/columns.hpp"
#include "app/panels/exactness.hpp"
#include "app/panels/guarded.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What is known of the pixels on screen, and how.
void exactness(const PanelContext& context) {
    const std::string label = exactness_label(context.seen);
    if (label.empty()) return;
    const auto state = context.seen.exactness.state;
    const bool running = state == Exactness::verifying || state == Exactness::proving;
    const bool doubtful = state == Exactness::open || state == Exactness::preview;
    ImGui::SameLine();
    mono(context, label, running ? tone::dim : doubtful ? tone::warning : tone::draw);
    explain(exactness_details(context.seen));
}

void samples_to_come(const PanelContext& context) {
    const auto& [taken, wanted, coming] = context.seen.samples;
    if (!coming) return;
    ImGui::SameLine();
    mono(context, fmt::format("{}/{}", taken, wanted), tone::dim);
    explain("Samples a pixel: antialiasing goes on while the picture rests.");
}

void header(const PanelContext& context) {
    const bool mandelbrot = context.settings.workload == Workload::mandelbrot;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("mariani");
    if (mandelbrot) {
        exactness(context);
        samples_to_come(context);
    }
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
    auto& chosen = context.settings.sections;
    const auto found = chosen.find(section.name);
    const bool unfolded = found == chosen.end() ? section.unfolded : found->second;
    ImGui::SetNextItemOpen(unfolded);
    const bool open = ImGui::CollapsingHeader(section.title);
    if (open != unfolded) chosen[section.name] = open;
    if (section.summary) on_last_item(context, section.summary(context));
    if (!open) return;
    ImGui::PushID(section.title);
    ImGui::Spacing();
    section.panel(context);
    ImGui::Spacing();
    ImGui::Spacing();
    ImGui::PopID();
}

void tabs_row(const PanelContext& context) {
    std::vector<Segment> segments;
    std::size_t shown = 0;
    for (const Tab* tab : context.tabs) {
        if (tab->workload == context.settings.workload) shown = segments.size();
        segments.push_back({tab->label, tab->explanation, {}});
    }
    if (const auto picked = segmented("workload", segments, shown))
        context.settings.workload = context.tabs[*picked]->workload;
}

void parts_row(const PanelContext& context) {
    static const std::array<Segment, 3> parts{
        {{"Explore", "Where one is, bookmarks, colours, pictures (1).", {}},
         {"Regions", "How the picture is cut, and by which engine (2).", {}},
         {"Measure", "What a frame takes, logs, energy and experiments (3).", {}}}};
    PanelPart& part = context.settings.panel_part;
    if (const auto picked = segmented("part", parts, static_cast<std::size_t>(part)))
        part = static_cast<PanelPart>(*picked);
}

constexpr std::array<int, 9> interface_percents{75, 90, 100, 110, 125, 150, 175, 200, 300};

void interface_row(const PanelContext& context) {
    float& scale = context.settings.interface_scale;
    const auto percent = static_cast<int>(std::lround(100 * scale));
    const auto text = [](int value) { return fmt::format("{} %", value); };
    row(context, "Interface", "The size of texts and controls, beside the display's own scale.");
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
    row(context, "Panel", "The side of the window on which this panel stands.");
    if (const auto picked = segmented("side", sides, left ? 0 : 1)) left = *picked == 0;
}

}  // namespace

const Tab& shown_tab(const PanelContext& context) {
    return **std::ranges::find(context.tabs, context.settings.workload, &Tab::workload);
}

void side_panel(const PanelContext& context) {
    draw_column(context, "panel", context.seen.layout.panel, context.settings.panel_width, [&] {
        header(context);
        tabs_row(context);
        const Tab& tab = shown_tab(context);
        const bool has_parts = tab.workload == Workload::mandelbrot;
        if (has_parts) parts_row(context);
        const PanelPart part = has_parts ? context.settings.panel_part : PanelPart::explore;
        if (begin_scrolled(fmt::format("{} {}", tab.label, static_cast<int>(part)).c_str()))
            for (const Section& section : tab.sections)
                if (section.part == part)
                    draw_or_show_error(section.title, [&] { draw_section(context, section); });
        ImGui::EndChild();
    });
}

void appearance_panel(const PanelContext& context) {
    interface_row(context);
    side_row(context);
}

}  // namespace mariani::app
