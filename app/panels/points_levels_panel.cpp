#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/points_view.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string>

#include <fmt/format.h>

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
     {"points", 8, "Of this level's leaves."},
     {"ms", 6, "The time of the level: of ASK, and of linear without the sort, on a processor."}}};

void colour_row(const PanelContext& context) {
    static const std::array<Segment, 2> choices{
        {{"level", "Leaves from yellow, large, to blue, small.", {}},
         {"points", "Leaves by the points in them, from pale, none, to dark, the most.", {}}}};
    bool& counts = context.settings.points.counts;
    row(context, "Colour by", "What the leaves' colours tell.");
    if (const auto picked = segmented("colour", choices, counts ? 1 : 0)) counts = *picked == 1;
}

void cell(const PanelContext& context, const std::string& text, const ImVec4& colour = tone::text) {
    ImGui::TableNextColumn();
    mono_right(context, text, colour);
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

// A small tree, and its two buffers beside it.
void open_textbook(PointsSettings& settings) {
    settings.strips = true;
    if (settings.count <= points::most_textbook_points) return;
    settings.count = 40;
    settings.min = 2;
}

void replay_position(const PanelContext& context, const PointsView& view) {
    FilmPlayer& film = context.state.recorded_run;
    const double begin = 0, end = FilmPlayer::seconds;
    double second = film.is_open() ? film.second() : end;
    const auto text = fmt::format("step {} of {}", view.strips->step + 1, view.strip_steps);
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::SliderScalar("##second", ImGuiDataType_Double, &second, &begin, &end, text.c_str(),
                            ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
        if (!film.is_open()) film.open();
        film.pause();
        film.go_to(second);
    }
    explain("How far the points are on their way through the buffers.");
}

void replay_row(const PanelContext& context, const PointsView& view) {
    const FilmPlayer& film = context.state.recorded_run;
    row(context, "Replay (P)",
        "How the points move between the buffers, level by level, in slow motion: where a block "
        "cuts its node, they go to the other buffer.");
    ImGui::BeginDisabled(!view.strips);
    if (button(film.playing() ? "Pause###play" : "Play###play", "Stops and goes on.",
               scaled_length(context, 64)))
        context.commands.push_back(command::PlaySubdivision{});
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (view.strips) replay_position(context, view);
    ImGui::EndDisabled();
}

void textbook_rows(const PanelContext& context, const PointsView& view) {
    auto& settings = context.settings.points;
    row(context, "Buffers",
        "The textbook's figure 13.12: the two buffers in which DP moves the points of a small "
        "tree, as strips below it.");
    bool shown = settings.strips;
    checkbox("##strips", shown, "Shown for up to 64 points.");
    if (shown != settings.strips) settings.strips = shown;
    ImGui::SameLine();
    if (button("Textbook", "40 points, unless there are up to 64, with their buffers.", -FLT_MIN))
        open_textbook(settings);
    if (settings.strips && settings.count > points::most_textbook_points)
        note_below(context, "Shown for up to 64 points only.", tone::warning);
    replay_row(context, view);
}

}  // namespace

void points_levels_panel(const PanelContext& context) {
    const auto& view = context.seen.points;
    colour_row(context);
    if (!view || !view->plan) return;
    gap(context);
    table(context, *view);
    gap(context);
    textbook_rows(context, *view);
}

}  // namespace mariani::app
