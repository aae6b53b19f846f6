#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/volume_view.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/volume_text.hpp"
#include "render/picture/overlay_style.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::size_t exact_digits = 7;  // of a count, before it is shortened to "1.05 M"

constexpr std::array<std::pair<const char*, const char*>, 7> columns{{
    {"i", "The level."},
    {"regions", "Regions examined on this level, but for empty ones."},
    {"filled", "Regions filled with their border's dwell."},
    {"subdiv", "Regions that were subdivided."},
    {"leaves", "Regions of which every voxel was iterated, or which fronts went through."},
    {"P_i", "subdivided / regions: the live subdivision probability."},
    {"bytes", "Of the entries of the offset lookup table (OLT) that name the regions."},
}};

void cell(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    mono_right(context, text, colour);
}

void level_row(const PanelContext& context, const std::string& name, const ImVec4& colour,
               const volume::LevelStats& level, bool probability) {
    ImGui::TableNextRow();
    cell(context, name, colour);
    for (const std::int64_t count : {level.regions, level.filled, level.subdivided, level.leaves})
        cell(context, count_within(count, exact_digits), count == 0 ? tone::dim : tone::text);
    cell(context, probability ? fmt::format("{:.2f}", level.probability()) : "", tone::text);
    cell(context, level.list_bytes == 0 ? "-" : scaled(static_cast<double>(level.list_bytes)),
         tone::dim);
}

void levels_table(const PanelContext& context, const volume::RunStats& stats) {
    if (!ImGui::BeginTable("levels", static_cast<int>(columns.size()),
                           ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX))
        return;
    for (const auto& [name, explanation] : columns) {
        cell(context, name, tone::dim);
        explain(explanation);
    }
    for (std::size_t i = 0; i < stats.levels.size(); ++i)
        level_row(context, std::to_string(i), tone_of(render::level_colour(static_cast<int>(i))),
                  stats.levels[i], true);
    level_row(context, "all", tone::dim, sum_of(stats), false);
    ImGui::EndTable();
}

// What the same regions would take.
void bytes_rows(const PanelContext& context, const VolumeView& view) {
    const std::int64_t entries = sum_of(view.stats).regions;
    for (const auto& encoding : choices<volume::Encoding>()) {
        volume::Plan plan = *view.plan;
        plan.encoding = encoding.value;
        std::string text = "needs g and r that are powers of two";
        if (!volume::why_invalid(plan)) {
            const volume::Code code = volume::code_of(plan);
            text = fmt::format("{}B   {} an entry",
                               scaled(static_cast<double>(entries) * 4.0 * code.words()),
                               4 * code.words());
            if (code.wide && encoding.value != volume::Encoding::coords) text += ", beyond 32 bits";
        }
        row_text(context, std::string(encoding.label).c_str(),
                 std::string(encoding.description).c_str(), text);
    }
}

void listed_rows(const PanelContext& context, const VolumeView& view) {
    if (!view.listed) return;
    const auto& [level, regions, mean_step, lines_touched] = *view.listed;
    row_text(context, "Drawn", "The regions whose boxes or line are seen in space.",
             fmt::format("{} of level {}", grouped(regions), level));
    if (mean_step)
        row_text(context, "Mean step",
                 "From a region of the list to the next, in sides of a region: 1 along Hilbert's "
                 "curve in a whole lattice.",
                 significant(*mean_step));
    if (lines_touched)
        row_text(context, "Lines of 64",
                 "The cache lines of 128 bytes that the voxels of 64 consecutive regions touch, on "
                 "the average: fewer where the list keeps neighbours together.",
                 significant(*lines_touched));
}

}  // namespace

void volume_levels_panel(const PanelContext& context) {
    const auto& view = context.seen.volume;
    if (!view || !view->plan) return note("No volume has been computed yet.");
    if (view->stats.levels.empty())
        return note("Ex iterates every voxel: nothing is subdivided, and there is no list.");
    levels_table(context, view->stats);
    gap(context);
    if (volume::has_list(view->plan->engine)) {
        heading("The list by encoding");
        bytes_rows(context, *view);
    }
    listed_rows(context, *view);
}

}  // namespace mariani::app
