#include "app/panels/column_window.hpp"
#include "app/panels/guarded.hpp"
#include "app/panels/laboratory_tabs.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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
    if (button("Stop", "Ends the experiment; what it has measured stays.", stop))
        context.commands.push_back(Action::stop_experiment);
}

void experiments(const PanelContext& context) {
    if (!ImGui::BeginTabBar("experiments")) return;
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

void laboratory_window(const PanelContext& context) {
    draw_column(context, "laboratory", context.seen.layout.laboratory,
                context.settings.laboratory_width, [&] {
                    head(context);
                    experiment_row(context);
                    experiments(context);
                });
}

}  // namespace mariani::app
