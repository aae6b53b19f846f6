#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/volume/runs.hpp"
#include "app/workloads/volume/view.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using volume::Index;

constexpr std::size_t exact_digits = 6;  // of a count, before it is shortened to "1.05 M"

constexpr std::array<FittingColumn, 10> columns{{
    {"i", 3, 0, "The level."},
    {"side", 5, 2, "The longest side of the level's regions in voxels."},
    {"regions", 8, 0,
     "Regions examined on this level, without empty ones: filled, subdivided, and leaves."},
    {"filled", 7, 0, "Regions filled with their border's dwell."},
    {"subdiv", 7, 0, "Regions that were subdivided."},
    {"leaves", 7, 3, "Regions whose voxels were all iterated, or which fronts crossed."},
    {"P_i", 5, 0, "P, the subdivision probability: subdivided / regions."},
    {"ms", 6, 1, "The level's time; for surface without its fronts, for DP unknown."},
    {"iter", 6, 1,
     "The level's share of all iterated voxels; for surface without its fronts, for DP unknown."},
    {"bytes", 7, 1, "Bytes of the entries in the offset lookup table (OLT) that name the regions."},
}};

// What all levels have; `iterated`: of all the run.
void counts(const volume::LevelStats& level, const std::string& probability, Index iterated) {
    for (const std::int64_t count : {level.regions, level.filled, level.subdivided, level.leaves})
        cell(count_within(count, exact_digits), count == 0 ? tone::dim : tone::text);
    cell(probability, tone::text);
    cell(level.ms ? significant(*level.ms) : "-", level.ms ? tone::text : tone::dim);
    const auto all = static_cast<double>(std::max<Index>(iterated, 1));
    cell(level.iterated ? fmt::format("{:.0f} %", 100 * static_cast<double>(*level.iterated) / all)
                        : "-",
         tone::dim);
    cell(level.list_bytes == 0 ? "-" : scaled(static_cast<double>(level.list_bytes)), tone::dim);
}

void levels_table(const PanelContext& context, const VolumeView& view, int rank) {
    if (!begin_fitting_table(context, "levels", columns, rank)) return;
    for (const auto& column : columns) {
        cell(column.name, tone::dim);
        explain(column.explanation);
    }
    const volume::RunStats& stats = view.stats;
    for (std::size_t i = 0; i < stats.levels.size(); ++i) {
        const auto level = static_cast<int>(i);
        ImGui::TableNextRow();
        cell(std::to_string(i), tone_of(render::level_colour(level)));
        cell(std::to_string(volume::side_of_level(*view.plan, level)), tone::dim);
        const volume::LevelStats& counted = stats.levels[i];
        counts(counted, probability_text(counted.subdivided, counted.leaves, counted.regions),
               stats.iterated);
    }
    volume::LevelStats all = sum_of(stats);
    all.ms = stats.compute_ms;
    all.iterated = stats.iterated;
    ImGui::TableNextRow();
    cell("all", tone::dim);
    cell("", tone::dim);
    counts(all, "", stats.iterated);
    ImGui::EndTable();
}

// Nothing of DP, whose levels have no times.
void rest_row(const PanelContext& context, const volume::RunStats& stats) {
    double ms = stats.compute_ms;
    Index iterated = stats.iterated;
    for (const volume::LevelStats& level : stats.levels) {
        if (!level.ms || !level.iterated) return;
        ms -= *level.ms;
        iterated -= *level.iterated;
    }
    row_text(
        context, "Outside levels",
        "Time and iterated voxels outside the levels: clearing the volume before the first level; "
        "on a GPU also finding traps and copying twins; and the fronts of surface.",
        fmt::format("{} ms   {}", significant(std::max(0.0, ms)),
                    share(static_cast<double>(iterated), static_cast<double>(stats.iterated))));
}

// What the same regions would take.
void bytes_rows(const PanelContext& context, const VolumeView& view) {
    const std::int64_t entries = sum_of(view.stats).regions;
    for (const auto& encoding : choices<volume::Encoding>()) {
        volume::Plan plan = *view.plan;
        plan.encoding = encoding.value;
        std::string text = "needs g and r to be powers of two";
        if (!volume::why_invalid(plan)) {
            const volume::Code code = volume::code_of(plan);
            text = fmt::format("{}B   {} per entry",
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
    row_text(context, "Drawn", "The regions whose boxes or line are shown in space.",
             fmt::format("{} of level {}", grouped(regions), level));
    if (mean_step)
        row_text(context, "Mean step",
                 "The mean distance between consecutive regions of the list, in sides of a region: "
                 "1 along Hilbert's curve in a whole lattice.",
                 significant(*mean_step));
    if (lines_touched)
        row_text(context, "Lines of 64",
                 "The mean number of 128-byte cache lines touched by the voxels of 64 consecutive "
                 "regions; fewer where the list keeps neighbours together.",
                 significant(*lines_touched));
}

void figures(const PanelContext& context, const VolumeView& view) {
    const auto voxels = static_cast<double>(volume::voxel_count(view.plan->side));
    const volume::RunStats& stats = view.stats;
    row_text(context, "Computed in", "The time of one run on this machine, without drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
    row_text(context, "Iterated", "Voxels that were not filled.",
             fmt::format("{}   {}", grouped(stats.iterated),
                         share(static_cast<double>(stats.iterated), voxels)));
    row_text(context, "Drawn in", "The time for planes, rays and lines.",
             fmt::format("{} ms", significant(view.draw_ms)));
    if (view.moving)
        row_text(context, "Pictures", "Pictures shown per second.",
                 significant(context.seen.display_fps));
    if (stats.launches > 0)
        row_text(context, "Launches",
                 "Kernels launched by the host and on the GPU; on the processor, DP counts groups "
                 "of tasks.",
                 grouped(stats.launches));
    if (volume::has_launches(view.plan->engine))
        row_text(context, "Pending",
                 "The largest number of DP launches at once. A launch fails if the pool is full or "
                 "CUDA refuses it; its parent then does the work.",
                 fmt::format("{} of {}, {} failed", grouped(stats.most_pending),
                             grouped(view.plan->pool), grouped(stats.failed_launches)));
}

void measured(const PanelContext& context, const VolumeMeasurement& measurement) {
    double slowest = 0;
    for (const VolumeTimes& times : measurement.times) slowest = std::max(slowest, times.ms.median);
    const auto voxels = static_cast<double>(volume::voxel_count(measurement.plans.back().side));
    const auto all =
        labelled_times(measurement.times, &VolumeTimes::ms,
                       [](const VolumeTimes& times) -> std::string_view { return times.label; });
    for (std::size_t i = 0; i < all.size(); ++i) {
        const VolumeTimes& times = measurement.times[i];
        value_text(times.label);
        ImGui::SameLine();
        value_text_right(
            fmt::format("{} ms, {} to {}, {:.2f} x Ex", significant(times.ms.median),
                        significant(times.ms.min), significant(times.ms.max), times.gain),
            tone::dim);
        time_bar(context, times.ms.median / slowest);
        energy_note(times.energy, voxels);
        noise_note(all, i);
    }
    const volume::Plan& plan = measurement.plans.back();
    const std::string lists =
        measurement.lists ? fmt::format("The lists of {}, ", volume_labels({plan}).front()) : "";
    note(fmt::format(
        "{}k {}, n {}, dwell {}, on {}: medians and ranges of {} runs, and the speed-up over Ex.",
        lists, plan.axes, plan.side.of[0], plan.dwell_limit, measurement.device,
        measurement.repeats));
}

// But for the turn of w. Each engine has regions of its own.
bool were_measured(const volume::Plan& shown, const std::vector<volume::Plan>& plans) {
    const auto own = std::ranges::find(plans, shown.engine, &volume::Plan::engine);
    const volume::Plan& measured = own == plans.end() ? plans.back() : *own;
    const bool same_regions =
        own == plans.end() ||
        (shown.g == measured.g && shown.r == measured.r && shown.B == measured.B);
    return same_regions && shown.function == measured.function && shown.side == measured.side &&
           shown.axes == measured.axes && shown.dwell_limit == measured.dwell_limit &&
           shown.centre_re == measured.centre_re && shown.centre_im == measured.centre_im &&
           shown.height == measured.height && shown.backend == measured.backend;
}

void begin_rows(const PanelContext& context) {
    measure_rows(
        context,
        "Measures Ex, DP, ASK and surface over this volume: five runs each, in random order.");
    if (button("Measure encodings and orders",
               "Measures ASK, or surface if chosen, with every encoding and order of its lists, "
               "compared with Ex: five runs each, in random order.",
               -FLT_MIN))
        context.commands.push_back(command::MeasureLists{context.state.race.energy});
}

}  // namespace

void volume_levels_panel(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    if (!view || !view->plan) return note("No volume has been computed yet.");
    if (view->stats.levels.empty())
        return note("Ex iterates every voxel. It does not subdivide, so there is no list.");
    const int rank = rank_that_fits(columns);
    of_picture(context, 0, [&] { levels_table(context, *view, rank); });
    note_hidden_columns(columns, rank);
    note("P_i is the share of level i's regions that were subdivided.");
    of_picture(context, 0, [&] {
        rest_row(context, view->stats);
        listed_rows(context, *view);
    });
    if (!volume::has_list(view->plan->engine)) return;
    details(context, [&] {
        note("Bytes of the offset lookup tables (OLT), which list the regions, by encoding:");
        bytes_rows(context, *view);
    });
}

void volume_times_panel(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    if (!view || !view->plan) return;
    of_picture(context, volume::has_launches(view->plan->engine) ? 6 : 5,
               [&] { figures(context, *view); });
    if (view->gain) {
        gap(context);
        note(gain_sentence(*view->plan, *view->gain), tone::text);
    }
    gap(context);
    with_room(4, [&] {
        if (view->measuring)
            progress_rows(context, view->measured_share);
        else
            begin_rows(context);
    });
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->measurement) {
        gap(context);
        measured_results(were_measured(*view->plan, view->measurement->plans),
                         [&] { measured(context, *view->measurement); });
    }
    gap(context);
    log_rows(context, view->log, "Writes one row per shown or measured run to a file.");
}

}  // namespace mariani::app
