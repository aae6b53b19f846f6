#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"

#include <array>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct Column {
    const char* name;
    float characters;
    const char* explanation;
};
constexpr std::array<Column, 6> columns{
    {{"level", 4, "The square is level 0; its squares' sides are halved from level to level."},
     {"nodes", 8, "Squares of this level, empty ones among them."},
     {"cut", 8, "Those that are cut into four."},
     {"P_i", 4, "The share that is cut."},
     {"points", 8, "Those in this level's leaves."},
     {"ms", 6,
      "The level's time, of linear without the sort: levels of DP overlap, and Karras has none."}}};

void colour_row(const PanelContext& context) {
    static const std::array<Segment, 2> choices{
        {{"level", "Leaves from yellow, large, to blue, small.", {}},
         {"points", "Leaves by the points in them, from pale, none, to dark, the most.", {}}}};
    bool& counts = context.settings.points->counts;
    row(context, "Colour by", "What the leaves' colours tell.");
    if (const auto picked = segmented("colour", choices, counts ? 1 : 0)) counts = *picked == 1;
}

void level_row(const PanelContext& context, const PointsView& view, std::size_t level) {
    constexpr std::size_t exact_digits = 8;
    const auto& stats = view.levels[level];
    const auto& ms = view.level_ms;
    const auto count = [&](std::int64_t value) {
        cell(context, count_within(value, exact_digits), value == 0 ? tone::dim : tone::text);
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    mono(context, std::to_string(level), tone_of(leaf_colour(static_cast<std::uint32_t>(level))));
    count(stats.nodes);
    count(stats.subdivided);
    cell(context, fmt::format("{:.2f}", stats.probability()));
    count(stats.points);
    cell(context, level < ms.size() ? fmt::format("{:.3f}", ms[level]) : "-", tone::dim);
}

void table(const PanelContext& context, const PointsView& view) {
    const auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    if (!ImGui::BeginTable("levels", static_cast<int>(columns.size()), flags)) return;
    for (const Column& column : columns)
        ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthStretch, column.characters);
    ImGui::TableNextRow();
    for (const Column& column : columns) {
        ImGui::TableNextColumn();
        if (&column == &columns.front())
            mono(context, column.name, tone::dim);
        else
            mono_right(context, column.name, tone::dim);
        explain(column.explanation);
    }
    for (std::size_t level = 0; level < view.levels.size(); ++level)
        level_row(context, view, level);
    ImGui::EndTable();
}

}  // namespace

void points_levels_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    colour_row(context);
    if (!view || !view->plan) return;
    gap(context);
    table(context, *view);
}

}  // namespace mariani::app
