#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"

#include <algorithm>
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
    {{"level", 4, "The level. The whole square is level 0; each level halves the side."},
     {"nodes", 8, "The squares of this level, including empty ones."},
     {"cut", 8, "The squares cut into four."},
     {"P_i", 4, "P, the subdivision probability: the share of squares cut into four."},
     {"points", 8, "The points in this level's leaves."},
     {"ms", 6,
      "The level's time; for linear without the sort. Levels of DP overlap, and Karras has "
      "none."}}};

void colour_row(const PanelContext& context) {
    static const std::array<Segment, 2> choices{
        {{"level", "By size: large leaves white, small ones violet.", {}},
         {"points", "By number of points: blue for none, yellow for the most.", {}}}};
    bool& counts = context.settings.points->counts;
    row(context, "Colour by", "The quantity that the leaves' colours show.");
    resettable(
        context, [](auto& s) -> auto& { return s.points->counts; });
    if (const auto picked = segmented("colour", choices, counts ? 1 : 0)) counts = *picked == 1;
}

void level_row(const PointsView& view, std::size_t level) {
    constexpr std::size_t exact_digits = 8;
    const auto& stats = view.levels[level];
    const auto& spans = view.level_spans;
    const auto count = [&](std::int64_t value) {
        cell(count_within(value, exact_digits), value == 0 ? tone::dim : tone::text);
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text(std::to_string(level), tone_of(leaf_colour(static_cast<std::uint32_t>(level))));
    count(stats.nodes);
    count(stats.subdivided);
    cell(fmt::format("{:.2f}", stats.probability()));
    count(stats.points);
    cell(level < spans.size() ? fmt::format("{:.3f}", spans[level].ms()) : "-", tone::dim);
}

void table(const PointsView& view) {
    const auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    if (!ImGui::BeginTable("levels", static_cast<int>(columns.size()), flags)) return;
    for (const Column& column : columns)
        ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthStretch, column.characters);
    ImGui::TableNextRow();
    table_head(columns);
    for (std::size_t level = 0; level < view.levels.size(); ++level) level_row(view, level);
    ImGui::EndTable();
}

void engine_times(const PanelContext& context, const PointsEngineTimes& times, double points,
                  double slowest) {
    const auto& ms = times.ms;
    auto figures = fmt::format("{} ms, {} to {}", significant(ms.median), significant(ms.min),
                               significant(ms.max));
    if (times.gain) figures += fmt::format(", {:.2f} x DP", *times.gain);
    value_text(std::string(choice_of(times.engine).label));
    ImGui::SameLine();
    value_text_right(figures, tone::dim);
    time_bar(context, ms.median / slowest);
    auto work = fmt::format("{} points per second", scaled(points / (ms.median * 1e-3)));
    if (const auto refused = times.stats.refused_launches; refused > 0)
        work = fmt::format("{} launches refused, {}", grouped(refused), work);
    value_text_right(work, tone::dim);
    energy_note(times.energy, points);
}

void measured(const PanelContext& context, const PointsMeasurement& measurement) {
    double slowest = 0;
    for (const auto& times : measurement.engines) slowest = std::max(slowest, times.ms.median);
    const auto all = labelled_times(measurement.engines);
    for (std::size_t i = 0; i < all.size(); ++i) {
        engine_times(context, measurement.engines[i], static_cast<double>(measurement.plan.count),
                     slowest);
        noise_note(all, i);
    }
    const bool beside_dp = measurement.engines.front().gain.has_value();
    note(fmt::format("{} points, min {}, depth {}, on {}: medians and ranges of {} runs{}.",
                     grouped(measurement.plan.count), grouped(measurement.plan.rule.min),
                     measurement.plan.rule.depth, measurement.device, measurement.repeats,
                     beside_dp ? "; speed-up over DP" : ""));
}

// But for the time of its motion, and what only some engines have.
bool makes_same_tree(const points::Plan& shown, const points::Plan& measured) {
    return shown.count == measured.count && shown.rule == measured.rule &&
           shown.distribution == measured.distribution && shown.seed == measured.seed &&
           shown.picture == measured.picture && shown.place == measured.place &&
           shown.backend == measured.backend;
}

void published() {
    note(
        "Published for other points and machines: trees built level by level on a GPU, 5 to 12 "
        "times as fast as on a processor (Gluck and Danner); keys sorted on an A100, 29.4 G per "
        "second (Onesweep). The textbook has no times.");
}

}  // namespace

void points_levels_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    colour_row(context);
    if (!view || !view->plan) return;
    gap(context);
    of_picture(context, 0, [&] { table(*view); });
    note("P_i is the share of level i's squares that were cut into four.");
    timeline_toggle(context,
                    "Below the picture: from when to when each level is made, in a run that is "
                    "recorded for it. Levels of DP overlap; those of ASK follow each other.");
}

void points_times_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    if (!view) return;
    if (view->measuring)
        progress_rows(context, view->measured_share);
    else
        measure_rows(context, "Measures the shown points: five runs per engine, in random order.");
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->measurement) {
        gap(context);
        measured_results(view->plan && makes_same_tree(*view->plan, view->measurement->plan),
                         [&] { measured(context, *view->measurement); });
    }
    gap(context);
    log_rows(context, view->log, "Writes one row per shown or measured run to a file.",
             [] { published(); });
}

}  // namespace mariani::app
