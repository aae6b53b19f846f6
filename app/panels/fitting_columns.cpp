#include "app/panels/fitting_columns.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {

int rank_that_fits(const PanelContext& context, std::span<const FittingColumn> columns) {
    push_mono(context.fonts);
    const float character = ImGui::CalcTextSize("0").x;
    ImGui::PopFont();
    const float width = ImGui::GetContentRegionAvail().x;
    int rank = 0;
    for (const auto& column : columns) rank = std::max(rank, column.rank);
    for (; rank > 0; --rank) {
        int needed = 0;
        for (const auto& column : columns) needed += column.rank <= rank ? column.characters : 0;
        if (static_cast<float>(needed) * character <= width) break;
    }
    return rank;
}

bool begin_fitting_table(const PanelContext& context, const char* id,
                         std::span<const FittingColumn> columns, int rank) {
    const auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding,
                        {scaled_length(context, 2), ImGui::GetStyle().CellPadding.y});
    const bool begun = ImGui::BeginTable(id, static_cast<int>(columns.size()), flags);
    ImGui::PopStyleVar();
    if (!begun) return false;
    for (const auto& column : columns) {
        const auto hidden = column.rank <= rank ? 0 : ImGuiTableColumnFlags_Disabled;
        ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthStretch | hidden,
                                static_cast<float>(column.characters));
    }
    return true;
}

void note_hidden_columns(std::span<const FittingColumn> columns, int rank) {
    std::string hidden;
    for (const auto& column : columns)
        if (column.rank > rank) hidden += (hidden.empty() ? "" : ", ") + std::string(column.name);
    if (!hidden.empty()) note(fmt::format("A wider panel has more columns: {}.", hidden));
}

}  // namespace mariani::app
