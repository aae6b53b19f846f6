#include "app/panels/chart.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr int columns = 9;
constexpr std::size_t exact_digits = 6;  // of a count, before it is shortened to "1.05 M"

struct Column {
    const char* name;
    const char* explanation;
};

constexpr std::array<Column, columns> heads{{
    {"i", "The level; click a row to show only its regions in the overlay."},
    {"side", "The side of the level's regions in pixels."},
    {"regions", "Regions looked at on this level."},
    {"filled", "Regions filled with their border's dwell."},
    {"subdiv", "Regions that were subdivided."},
    {"leaves", "Regions whose every pixel was iterated."},
    {"P_i", "subdivided / regions: the live subdivision probability."},
    {"ms", "The level's time."},
    {"iter", "The level's share of all iterations."},
}};

bool shown_metric_is(const PanelContext& context, LevelChart chart) {
    return context.state.chart == chart;
}

double metric(const PanelContext& context, const LevelStats& level) {
    if (shown_metric_is(context, LevelChart::ms)) return level.ms;
    if (shown_metric_is(context, LevelChart::iterations))
        return static_cast<double>(level.iterations);
    return static_cast<double>(level.regions);
}

// The bar's parts from the bottom up: outcomes where regions are counted, else one in the level's
// colour.
void draw_bar(const PanelContext& context, const PlotArea& plot, const LevelStats& level,
              float left, float right) {
    auto& list = *ImGui::GetWindowDrawList();
    if (!shown_metric_is(context, LevelChart::regions)) {
        list.AddRectFilled({left, plot.y(metric(context, level))}, {right, plot.to.y},
                           tone::packed(level_tone(level.level)));
        return;
    }
    double below = 0;
    const std::array<std::pair<std::int64_t, Outcome>, 3> counts{
        {{level.filled, Outcome::filled},
         {level.subdivided, Outcome::subdivided},
         {level.leaves, Outcome::leaf}}};
    for (const auto& [count, outcome] : counts) {
        const double above = below + static_cast<double>(count);
        list.AddRectFilled({left, plot.y(above)}, {right, plot.y(below)},
                           tone::packed(outcome_tone(outcome)));
        below = above;
    }
}

std::string bar_text(const LevelStats& level, double iterations) {
    return fmt::format(
        "level {}, side {}\n{} regions: {} filled, {} subdivided, {} leaves\n{} ms, {} of "
        "the iterations",
        level.level, significant(level.side), grouped(level.regions), grouped(level.filled),
        grouped(level.subdivided), grouped(level.leaves), significant(level.ms),
        share(static_cast<double>(level.iterations), iterations));
}

void chart_choice(const PanelContext& context) {
    static const std::array<Segment, 3> metrics{{
        {"regions", "Regions of each level, by outcome.", {}},
        {"ms", "The time of each level.", {}},
        {"iterations", "The iterations done on each level.", {}},
    }};
    auto& chart = context.state.chart;
    if (const auto picked = segmented("chart", metrics, static_cast<std::size_t>(chart)))
        chart = static_cast<LevelChart>(*picked);
}

void bar_chart(const PanelContext& context, const EngineStats& stats) {
    double most = 0;
    for (const auto& level : stats.levels) most = std::max(most, metric(context, level));
    const auto plot = begin_plot(context, 84, scale_above(most), scaled);
    const float axis = scaled_length(context, 56);  // the scale's labels
    const float step = std::min((plot.width() - axis) / static_cast<float>(stats.levels.size()),
                                scaled_length(context, 44));
    const float gap = std::max(1.0f, step * 0.18f);
    float left = plot.from.x + axis;
    for (const auto& level : stats.levels) {
        draw_bar(context, plot, level, left + gap / 2, left + step - gap / 2);
        ImGui::PushID(level.level);
        const ImVec2 below = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({left, plot.from.y});
        if (ImGui::InvisibleButton("bar", {step, plot.height()}))
            toggle_only_level(context.settings.overlay, level.level);
        explain(bar_text(level, static_cast<double>(stats.iterations())));
        ImGui::SetCursorScreenPos(below);
        ImGui::PopID();
        left += step;
    }
}

void cell(const PanelContext& context, const std::string& text, const ImVec4& colour = tone::text) {
    ImGui::TableNextColumn();
    mono_right(context, text, colour);
}

void counts(const PanelContext& context, const LevelStats& level, double iterations) {
    const auto count = [&](std::int64_t value) {
        cell(context, count_within(value, exact_digits), value == 0 ? tone::dim : tone::text);
    };
    count(level.regions);
    count(level.filled);
    count(level.subdivided);
    count(level.leaves);
    cell(context, fmt::format("{:.2f}", subdivision_probability(level)));
    cell(context, significant(level.ms));
    cell(context, share(static_cast<double>(level.iterations), iterations), tone::dim);
}

void level_row(const PanelContext& context, const LevelStats& level, double iterations) {
    auto& overlay = context.settings.overlay;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(level.level);
    ImGui::PushStyleColor(ImGuiCol_Text, level_tone(level.level));
    ImGui::PushFont(context.fonts.mono);
    const bool only = only_level_shown(overlay, level.level);
    if (ImGui::Selectable(std::to_string(level.level).c_str(), only,
                          ImGuiSelectableFlags_SpanAllColumns))
        toggle_only_level(overlay, level.level);
    ImGui::PopFont();
    ImGui::PopStyleColor();
    explain(bar_text(level, iterations));
    ImGui::PopID();
    cell(context, significant(level.side), tone::dim);
    counts(context, level, iterations);
}

LevelStats totals_of(const EngineStats& stats) {
    LevelStats totals;
    totals.regions = stats.regions();
    totals.filled = stats.filled();
    totals.subdivided = stats.subdivided();
    totals.leaves = stats.leaves();
    totals.iterations = stats.iterations();
    for (const auto& level : stats.levels) totals.ms += level.ms;
    return totals;
}

void table_head(const PanelContext& context) {
    for (const auto& head : heads) {
        ImGui::TableNextColumn();
        mono_right(context, head.name, tone::dim);
        explain(head.explanation);
    }
}

void table(const PanelContext& context, const EngineStats& stats) {
    const auto flags =
        ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    if (!ImGui::BeginTable("levels", columns, flags)) return;
    table_head(context);
    const auto iterations = static_cast<double>(stats.iterations());
    for (const auto& level : stats.levels) level_row(context, level, iterations);
    ImGui::TableNextRow();
    cell(context, "all", tone::dim);
    cell(context, "");
    counts(context, totals_of(stats), iterations);
    ImGui::EndTable();
}

}  // namespace

void levels_panel(const PanelContext& context) {
    if (!context.seen.frame) return note("No frame has been computed yet.");
    const auto& stats = context.seen.frame->stats;
    chart_choice(context);
    bar_chart(context, stats);
    table(context, stats);
    if (stats.engine == EngineKind::ex)
        note("Ex iterates every pixel: there is nothing subdivided, so all is one level.");
    else
        note("Click a level to show only its regions; click it again to show all.");
}

}  // namespace mariani::app
