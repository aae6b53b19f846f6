#include "app/panels/columns.hpp"
#include "app/panels/guarded.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The laboratory's experiments, in the order of its tabs.
struct LaboratoryTab {
    const char* title;
    const char* question;  // that the experiment answers, in a sentence
    void (*panel)(const PanelContext&);
};

constexpr std::array<LaboratoryTab, 4> laboratory_tabs{
    {{"Model", "How do the cost model's predictions compare with measurements here?", model_panel},
     {"Landscape", "Which g, r and B are fastest here?", landscape_panel},
     {"Race", "Which engine is fastest on this view, and by how much?", race_panel},
     {"Check", "Does every filled pixel match Ex?", check_panel}}};

void head(const PanelContext& context) {
    const float width = scaled_length(context, 64);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Laboratory");
    ImGui::SameLine(content_right() - width);
    if (button("Close", "Closes the laboratory (L).", width))
        context.commands.push_back(Action::toggle_laboratory);
}

// The running experiment, whichever tab started it.
void experiment_row(const PanelContext& context) {
    const auto& laboratory = context.seen.laboratory;
    if (!laboratory.error.empty()) note(laboratory.error, tone::error);
    if (laboratory.doing.empty()) return;
    const float stop = scaled_length(context, 80);
    const auto text = fmt::format("{}: {:.0f} %", laboratory.doing, 100 * laboratory.progress);
    ImGui::ProgressBar(
        static_cast<float>(laboratory.progress),
        {ImGui::GetContentRegionAvail().x - stop - ImGui::GetStyle().ItemSpacing.x, 0},
        text.c_str());
    ImGui::SameLine();
    if (button("Stop", "Stops the experiment and keeps its measurements.", stop))
        context.commands.push_back(Action::stop_experiment);
}

void experiments(const PanelContext& context) {
    if (!ImGui::BeginTabBar("experiments", ImGuiTabBarFlags_DrawSelectedOverline)) return;
    const std::string wanted = std::exchange(context.state.laboratory_tab, {});
    for (const auto& [title, question, panel] : laboratory_tabs) {
        const auto flags = wanted == title ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
        if (!ImGui::BeginTabItem(title, nullptr, flags)) continue;
        if (begin_scrolled(title)) draw_or_show_error(title, [&] { panel(context); });
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
}

}  // namespace

void note_other_view(const PanelContext& context, const View& measured) {
    if (measured == context.settings.view) return;
    note("Measured on a different view from the one on screen.", tone::warning);
    if (button("Back to the view", "Goes back to the measured view.", scaled_length(context, 140)))
        context.commands.push_back(command::GoTo{measured});
    gap(context);
}

void laboratory_entry(const PanelContext& context) {
    note("Each one opens in the laboratory (L), next to the picture.");
    for (const auto& tab : laboratory_tabs) {
        gap(context);
        if (button(tab.title, tab.question, label_width(context))) {
            context.state.laboratory_tab = tab.title;
            if (!context.seen.laboratory_shown)
                context.commands.push_back(Action::toggle_laboratory);
        }
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        note(tab.question);
    }
}

void laboratory_window(const PanelContext& context) {
    draw_column(context, "laboratory", context.seen.layout.laboratory,
                context.settings.laboratory_width, [&] {
                    head(context);
                    experiment_row(context);
                    experiments(context);
                });
}

}  // namespace mariani::app
