#include "app/panels/columns.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::array<LaboratoryTab, 5> experiment_tabs{
    {{"Model", "How do the cost model's predictions compare with measurements here?", model_panel,
      ExperimentPlace::model},
     {"Landscape", "Which g, r and B are fastest here?", landscape_panel,
      ExperimentPlace::landscape},
     {"Race", "Which engine is fastest on this view, and by how much?", race_panel,
      ExperimentPlace::race},
     {"Check", "Does every filled pixel match Ex?", check_panel, ExperimentPlace::check},
     {"Papers", "Which claims of the papers hold on this machine?", papers_panel,
      ExperimentPlace::papers}}};

void head(const PanelContext& context) {
    const float width = scaled_length(context, 64);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Laboratory");
    ImGui::SameLine(content_right() - width);
    if (button("Close", "Closes the laboratory (L).", width))
        context.commands.push_back(Action::toggle_laboratory);
}

// The running experiment, whichever tab started it. The row stays when it has ended: what is below
// does not move.
void experiment_row(const PanelContext& context) {
    const auto& laboratory = context.seen.laboratory;
    const auto& progress = laboratory.progress;
    const bool rests = laboratory.doing.empty();
    const float stop = scaled_length(context, 80);
    std::string text = rests ? "No experiment is running" : laboratory.doing;
    if (!rests && progress) text += fmt::format(": {:.0f} %", 100 * *progress);
    ImGui::BeginDisabled(rests);
    ImGui::ProgressBar(
        rests ? 0.0f : static_cast<float>(progress.value_or(0)),
        {ImGui::GetContentRegionAvail().x - stop - ImGui::GetStyle().ItemSpacing.x, 0},
        text.c_str());
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (button("Stop", "Stops the experiment and keeps its measurements.", stop, !rests))
        context.commands.push_back(Action::stop_experiment);
}

void failure_note(const PanelContext& context, ExperimentPlace place) {
    const std::string_view failure = failure_at(place, context.seen.laboratory);
    if (!failure.empty()) note(std::string(failure), tone::error);
}

void experiments(const PanelContext& context) {
    std::string& open = context.state.laboratory_tab;
    std::array<Segment, experiment_tabs.size()> segments;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        segments[i] = {experiment_tabs[i].title, experiment_tabs[i].question, {}};
        if (open == experiment_tabs[i].title) chosen = i;
    }
    auto& rows = context.state.rows;
    rows.area = KeyboardPlace::laboratory;
    if (rows.sought == PanelRow{experiment_tabs[chosen].title, ""})
        come_to_item(context, static_cast<int>(chosen));
    if (const auto picked = segmented("experiments", segments, chosen))
        open = experiment_tabs[chosen = *picked].title;
    const auto& [title, question, panel, place] = experiment_tabs[chosen];
    rows.section = title;
    if (begin_scrolled(title)) {
        failure_note(context, place);
        draw_or_show_error(title, [&] { panel(context); });
    }
    ImGui::EndChild();
    rows.area = KeyboardPlace::panel;
    rows.section.clear();
}

}  // namespace

std::span<const LaboratoryTab> laboratory_tabs() {
    return experiment_tabs;
}

void measured_on(const PanelContext& context, const View& view,
                 const std::function<void()>& figures) {
    if (view == context.settings.view) return figures();
    note("Measured on a different view from the one on screen.", tone::warning);
    if (button("Back to the view", "Goes back to the measured view.", scaled_length(context, 140)))
        context.commands.push_back(command::GoTo{view});
    gap(context);
    dimmed(figures);
}

void laboratory_entry(const PanelContext& context) {
    note("Each one opens in the laboratory (L), next to the picture.");
    for (const auto& tab : experiment_tabs) {
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
