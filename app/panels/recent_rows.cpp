#include "app/panels/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/printable.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// With the digits that tell points a hundredth of the view's height apart.
std::string place_of(const View& view) {
    const auto decimals = static_cast<int>(std::max(std::ceil(2 - log10(view.height)), 2.0));
    const auto text = place(view.centre, decimals);
    return view.julia ? text + " of a Julia set" : text;
}

// A line that can be clicked: what it is in dim text, then `text`.
bool entry(const PanelContext& context, int id, const std::string& label, const std::string& text) {
    const float start = ImGui::GetCursorPosX();
    ImGui::PushID(id);
    ImGui::SetNextItemAllowOverlap();
    const bool clicked = ImGui::Selectable("##entry");
    ImGui::PopID();
    ImGui::SameLine(start);
    mono(context, label, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::SameLine(start + scaled_length(context, 96));
    mono(context, text);
    return clicked;
}

void view_rows(const PanelContext& context) {
    const auto& views = context.seen.recent_views;
    for (std::size_t i = 0; i < views.size(); ++i)
        if (entry(context, static_cast<int>(i), magnification(views[i].view.height),
                  place_of(views[i].view)))
            context.commands.push_back(command::OpenRecentView{i});
}

void recent_file_rows(const PanelContext& context) {
    ImGui::PushID("files");
    int id = 0;
    for (const auto& path : context.seen.recent_files) {
        const auto name = std::filesystem::path(path).filename().string();
        ImGui::PushID(id++);
        if (ImGui::Selectable(printable(name, longest_quote).c_str()))
            context.commands.push_back(command::OpenFile{path});
        explain(path);
        ImGui::PopID();
    }
    ImGui::PopID();
}

}  // namespace

void recent_rows(const PanelContext& context) {
    const auto& seen = context.seen;
    if (seen.recent_views.empty() && seen.recent_files.empty()) return;
    heading("Recent");
    view_rows(context);
    recent_file_rows(context);
    if (button("Forget all", "Removes these views and files from the list; the files stay.",
               -FLT_MIN))
        context.commands.push_back(Action::forget_recent);
}

}  // namespace mariani::app
