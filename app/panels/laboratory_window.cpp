#include "app/panels/guarded.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

struct Tab {
    const char* title;
    void (*panel)(const PanelContext&);
};

constexpr std::array<Tab, 4> tabs{{{"Model", model_panel},
                                   {"Landscape", landscape_panel},
                                   {"Race", race_panel},
                                   {"Check", check_panel}}};

// Over the picture, and also over the side panel if the picture leaves too little room.
void place_window(const PanelContext& context) {
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float margin = scaled_length(context, 12);
    const float min_width = std::min(scaled_length(context, 560), viewport.Size.x - 2 * margin);
    const float width = std::clamp(area.width() - 2 * margin, min_width,
                                   std::max(min_width, scaled_length(context, 940)));
    const float height = std::min(scaled_length(context, 780), viewport.Size.y - 2 * margin);
    const float left =
        std::clamp(area.from.x + margin, viewport.Pos.x,
                   std::max(viewport.Pos.x, viewport.Pos.x + viewport.Size.x - width - margin));
    ImGui::SetNextWindowPos({left, viewport.Pos.y + margin}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSize({width, height}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSizeConstraints(
        {std::min(scaled_length(context, 320), viewport.Size.x), scaled_length(context, 160)},
        viewport.Size);
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
        context.commands.push_back(command::StopExperiment{});
}

}  // namespace

void laboratory_window(const PanelContext& context) {
    place_window(context);
    bool open = true;
    if (ImGui::Begin("Laboratory", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        experiment_row(context);
        if (ImGui::BeginTabBar("experiments")) {
            const std::string wanted = std::exchange(context.state.laboratory_tab, {});
            for (const auto& [title, panel] : tabs) {
                const auto flags =
                    wanted == title ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
                if (!ImGui::BeginTabItem(title, nullptr, flags)) continue;
                if (ImGui::BeginChild(title)) draw_or_show_error(title, [&] { panel(context); });
                ImGui::EndChild();
                ImGui::EndTabItem();
            }
            ImGui::EndTabBar();
        }
    }
    ImGui::End();
    if (!open) context.commands.push_back(command::ToggleLaboratory{});
}

}  // namespace mariani::app
