#include "app/panels/bar_plot.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t exact_level_digits = 6;  // of a count, before it is shortened to "1.05 M"

// A row's explanation has all of them.
constexpr std::array<FittingColumn, 10> columns{{
    {"i", 3, 0, "The level. Click a row to show only its regions in the overlay."},
    {"side", 6, 4, "The side of the level's regions in pixels."},
    {"regions", 8, 0, "Regions examined on this level."},
    {"filled", 7, 0, "Regions filled with their border's dwell."},
    {"subdiv", 7, 0, "Regions that were subdivided on this level."},
    {"leaves", 7, 3, "Regions whose every pixel was iterated."},
    {"P_i", 5, 1, "P_i, the subdivision probability of level i: subdivided / regions."},
    {"ms", 6, 2, "The time of the level."},
    {"iter", 6, 3, "The level's share of all iterations."},
    {"OLT", 7, 5, "Bytes of the list of regions (OLT) that ASK read the level from."},
}};

bool is_shown_metric(const PanelContext& context, LevelChart chart) {
    return context.state.chart == chart;
}

double metric(const PanelContext& context, const LevelStats& level) {
    if (is_shown_metric(context, LevelChart::ms)) return level.ms;
    return static_cast<double>(level.iterations);
}

// Shares of filled, leaves and subdivided from the bottom up.
std::vector<BarPart> outcome_parts(const EngineStats& stats) {
    struct Part {
        const char* id;
        std::int64_t LevelStats::*count;
        Outcome outcome;
    };
    constexpr std::array<Part, 3> stacked{
        {{"filled", &LevelStats::filled, Outcome::filled},
         {"leaves", &LevelStats::leaves, Outcome::leaf},
         {"subdivided", &LevelStats::subdivided, Outcome::subdivided}}};
    std::vector<BarPart> parts;
    for (const auto& [id, count, outcome] : stacked) {
        parts.push_back({id, {}, {outcome_tone(outcome)}});
        for (const auto& level : stats.levels)
            parts.back().heights.push_back(100 * static_cast<double>(level.*count) /
                                           std::max(1.0, static_cast<double>(level.regions)));
    }
    return parts;
}

BarPart metric_part(const PanelContext& context, const EngineStats& stats) {
    BarPart part{"metric", {}, {}};
    for (const auto& level : stats.levels) {
        part.heights.push_back(metric(context, level));
        part.colours.push_back(level_tone(level.level));
    }
    return part;
}

std::string percent(double value) {
    return fmt::format("{:.0f} %", value);
}

std::string olt_text(const LevelStats& level) {
    if (level.olt_entries == 0) return "";
    return fmt::format("\nread from an OLT of {} entries, {}", grouped(level.olt_entries),
                       in_bytes(static_cast<double>(level.olt_bytes)));
}

std::string bar_text(const LevelStats& level, double iterations) {
    return fmt::format(
               "level {}, side {}\n{} regions: {} filled, {} subdivided, {} leaves\n{} ms, {} of "
               "the iterations",
               level.level, significant(level.side), grouped(level.regions), grouped(level.filled),
               grouped(level.subdivided), grouped(level.leaves), significant(level.ms),
               share(static_cast<double>(level.iterations), iterations)) +
           olt_text(level);
}

void chart_choice(const PanelContext& context) {
    static const std::array<Segment, 3> metrics{{
        {"outcomes", "Outcomes of the regions on each level; the subdivided share is P_i.", {}},
        {"ms", "Time of each level.", {}},
        {"iterations", "Iterations of each level.", {}},
    }};
    auto& chart = context.state.chart;
    if (const auto picked = segmented("chart", metrics, static_cast<std::size_t>(chart)))
        chart = static_cast<LevelChart>(*picked);
}

bool begin_chart(const PanelContext& context, const EngineStats& stats) {
    constexpr float height = 84;
    const double places = places_for(context, stats.levels.size());
    if (is_shown_metric(context, LevelChart::outcomes))
        return begin_bars(context, "levels chart", height, {100, percent, places});
    double max = 0;
    for (const auto& level : stats.levels) max = std::max(max, metric(context, level));
    return begin_bars(context, "levels chart", height, {scale_above(max), scaled, places});
}

void legend(const PanelContext& context) {
    if (!is_shown_metric(context, LevelChart::outcomes)) return;
    const float space = scaled_length(context, 16);
    swatch(context, outcome_tone(Outcome::filled), "filled");
    ImGui::SameLine(0, space);
    swatch(context, outcome_tone(Outcome::leaf), "leaves");
    ImGui::SameLine(0, space);
    swatch(context, outcome_tone(Outcome::subdivided), "subdivided");
}

void bar_chart(const PanelContext& context, const EngineStats& stats) {
    if (!begin_chart(context, stats)) return;
    if (is_shown_metric(context, LevelChart::outcomes))
        plot_bars(outcome_parts(stats), 0, 0.8);
    else
        plot_bars({metric_part(context, stats)}, 0, 0.8);
    if (const auto place = end_bars(); place && *place < stats.levels.size()) {
        const auto& level = stats.levels[*place];
        if (ImGui::IsItemClicked()) toggle_only_level(context.settings.overlay, level.level);
        explain(bar_text(level, static_cast<double>(stats.total().iterations)));
    }
    legend(context);
}

void counts(const LevelStats& level, double iterations) {
    const auto count = [&](std::int64_t value) {
        cell(count_within(value, exact_level_digits), value == 0 ? tone::dim : tone::text);
    };
    count(level.regions);
    count(level.filled);
    count(level.subdivided);
    count(level.leaves);
    cell(level.level < 0 ? "" : probability_text(level.subdivided, level.leaves, level.regions));
    cell(significant(level.ms));
    cell(iterations > 0 ? percent(100 * static_cast<double>(level.iterations) / iterations) : "-",
         tone::dim);
    cell(level.olt_entries > 0 ? in_bytes(static_cast<double>(level.olt_bytes)) : "", tone::dim);
}

void level_row(const PanelContext& context, const LevelStats& level, double iterations) {
    auto& overlay = context.settings.overlay;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(level.level);
    const bool only = only_level_shown(overlay, level.level);
    if (ImGui::Selectable("##only", only, ImGuiSelectableFlags_SpanAllColumns))
        toggle_only_level(overlay, level.level);
    explain(bar_text(level, iterations));
    ImGui::SameLine(0, 0);
    value_text(std::to_string(level.level), level_tone(level.level));
    ImGui::PopID();
    cell(significant(level.side), tone::dim);
    counts(level, iterations);
}

LevelStats totals_of(const EngineStats& stats) {
    LevelStats totals;
    totals.level = -1;  // of no level: P_i is undefined for it
    for (const auto& level : stats.levels) totals += level;
    return totals;
}

void table(const PanelContext& context, const EngineStats& stats, int rank) {
    if (!begin_fitting_table(context, "levels", columns, rank)) return;
    table_head(columns);
    const auto iterations = static_cast<double>(stats.total().iterations);
    for (const auto& level : stats.levels) level_row(context, level, iterations);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text("all", tone::dim);
    cell("");
    counts(totals_of(stats), iterations);
    ImGui::EndTable();
}

// The number of kernel launches, and what did not fit on the GPU; the picture is right all the
// same.
void launch_notes(const EngineStats& stats) {
    if (stats.launches > 0) note(fmt::format("Kernel launches: {}.", grouped(stats.launches)));
    if (stats.failed_launches > 0)
        note(fmt::format("{} device-side launches failed because too many were pending; the "
                         "launching blocks did the work themselves.",
                         grouped(stats.failed_launches)),
             tone::warning);
    if (stats.full_table > 0)
        note(
            fmt::format(
                "An offset lookup table (OLT) was full {} times because GPU memory is short; those "
                "regions were solved in place.",
                grouped(stats.full_table)),
            tone::warning);
}

}  // namespace

void levels_panel(const PanelContext& context) {
    if (!context.seen.frame) return note("No frame has been computed yet.");
    const auto& stats = context.seen.frame->stats;
    chart_choice(context);
    const int rank = rank_that_fits(columns);
    of_picture(context, 0, [&] {
        bar_chart(context, stats);
        table(context, stats, rank);
    });
    note_hidden_columns(columns, rank);
    launch_notes(stats);
    if (context.seen.frame->plan.engine == EngineKind::ex)
        note("Ex iterates every pixel. It does not subdivide, so there is only one level.");
    else
        note(
            "P_i is the share of level i's regions that were subdivided. Click a level to show "
            "only its regions; click again to show all.");
}

}  // namespace mariani::app
