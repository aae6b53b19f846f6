#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/volume/text.hpp"
#include "app/workloads/volume/view.hpp"

#include <algorithm>
#include <cfloat>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void figures(const PanelContext& context, const VolumeView& view) {
    const auto voxels = static_cast<double>(volume::voxel_count(view.plan->side));
    const volume::RunStats& stats = view.stats;
    row_text(context, "Computed in", "One run on this machine, without the drawing.",
             fmt::format("{} ms on {}", significant(stats.compute_ms), view.device));
    row_text(context, "Iterated", "The voxels that were not filled.",
             fmt::format("{}   {}", grouped(stats.iterated),
                         share(static_cast<double>(stats.iterated), voxels)));
    row_text(context, "Drawn in", "Planes, rays and lines.",
             fmt::format("{} ms", significant(view.draw_ms)));
    if (view.moving)
        row_text(context, "Pictures", "That came to the screen, a second.",
                 significant(context.seen.display_fps));
    if (stats.launches > 0)
        row_text(context, "Launches",
                 "Kernels, by the host and on the GPU; DP on the processor has groups of tasks.",
                 grouped(stats.launches));
    if (volume::has_launches(view.plan->engine))
        row_text(context, "Pending",
                 "Launches of DP at a time, at most. Those that found the pool full or that CUDA "
                 "refused have failed: their parents did the work.",
                 fmt::format("{} of {}, {} failed", grouped(stats.most_pending),
                             grouped(view.plan->pool), grouped(stats.failed_launches)));
}

void measured(const PanelContext& context, const VolumeMeasurement& measurement) {
    double slowest = 0;
    for (const EngineTimes& times : measurement.times) slowest = std::max(slowest, times.ms.median);
    const auto voxels = static_cast<double>(volume::voxel_count(measurement.plan.side));
    for (const EngineTimes& times : measurement.times) {
        mono(context, times.label);
        ImGui::SameLine();
        mono_right(context,
                   fmt::format("{} ms, {} to {}, {:.2f} x Ex", significant(times.ms.median),
                               significant(times.ms.min), significant(times.ms.max), times.gain),
                   tone::dim);
        time_bar(context, times.ms.median / slowest);
        energy_note(times.energy, voxels);
    }
    const volume::Plan& plan = measurement.plan;
    const std::string lists =
        measurement.lists ? fmt::format("The lists of {}, ", volume_labels({plan}).front()) : "";
    note(
        fmt::format("{}k {}, n {}, dwell {}, on {}: medians and ranges; how many times faster than "
                    "Ex.",
                    lists, plan.axes, plan.side.of[0], plan.dwell_limit, measurement.device));
}

void begin_rows(const PanelContext& context) {
    measure_rows(context,
                 "Ex, DP, ASK and surface over this volume, five times each, in random order.");
    if (button("Measure encodings and orders",
               "ASK, or surface where that is the engine, with each encoding of its lists in each "
               "order, beside Ex: five times each, in random order.",
               -FLT_MIN))
        context.commands.push_back(command::MeasureLists{context.state.race.energy});
}

}  // namespace

void volume_times_panel(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    if (!view || !view->plan) return;
    with_room(volume::has_launches(view->plan->engine) ? 6 : 5, [&] { figures(context, *view); });
    if (view->gain) {
        gap(context);
        note(gain_sentence(*view->plan, *view->gain), tone::text);
    }
    gap(context);
    if (view->measuring)
        progress_rows(context, view->measured_share);
    else
        begin_rows(context);
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->measurement) {
        gap(context);
        measured(context, *view->measurement);
    }
    gap(context);
    log_rows(context, view->log,
             "Writes a row per run that is shown or measured to a file, as it goes.");
}

}  // namespace mariani::app
