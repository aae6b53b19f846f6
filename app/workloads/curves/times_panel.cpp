#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/curves/view.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::EngineKind;

const CurvesEngineTimes* times_of(const CurvesMeasurement& measurement, EngineKind engine) {
    const auto found = std::ranges::find(measurement.engines, engine, &CurvesEngineTimes::engine);
    return found == measurement.engines.end() ? nullptr : &*found;
}

// What each of its launches costs beyond count, scan, fill, if that makes the same vertices.
std::string launch_cost(const CurvesEngineTimes& times, double scan_ms) {
    const std::int64_t launches = times.stats.child_launches;
    if (launches == 0 || times.stats.lost_lines > 0) return "";
    const double us = 1e3 * (times.ms.median - scan_ms) / static_cast<double>(launches);
    return fmt::format("{} launches, {} us each beyond scan", grouped(launches), significant(us));
}

void engine_times(const PanelContext& context, const CurvesEngineTimes& times, double scan_ms) {
    mono(context, std::string(choice_of(times.engine).label));
    ImGui::SameLine();
    mono_right(context,
               fmt::format("{} ms, {:.2f} times scan's", significant(times.ms.median),
                           times.ms.median / scan_ms),
               tone::dim);
    mono_right(context,
               fmt::format("{} to {} ms", significant(times.ms.min), significant(times.ms.max)),
               tone::dim);
    const auto cost = launch_cost(times, scan_ms);
    if (!cost.empty()) mono_right(context, cost, tone::dim);
    if (times.stats.lost_lines > 0)
        note(fmt::format("{} curves are lost: this time is not that of all vertices.",
                         grouped(times.stats.lost_lines)),
             tone::warning);
    energy_note(times.energy, static_cast<double>(times.stats.vertices));
    gap(context);
}

void measured(const PanelContext& context, const CurvesMeasurement& measurement) {
    const CurvesEngineTimes* scan = times_of(measurement, EngineKind::scan);
    if (!scan) return;
    note(
        fmt::format("{} curves on {}: median and range of the runs, and times that of count, "
                    "scan, fill.",
                    grouped(measurement.plan.lines), measurement.device));
    gap(context);
    for (const CurvesEngineTimes& each : measurement.engines)
        engine_times(context, each, scan->ms.median);
}

}  // namespace

void curves_times_panel(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!view) return;
    if (view->measuring)
        progress_rows(context, view->measured_share);
    else
        measure_rows(context, "On the curves that are shown: five times each, in random order.");
    gap(context);
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->times) measured(context, *view->times);
    note(
        "Published, of other irregular programs: launches aggregated by warp, block or grid, 6.58 "
        "times as fast as one a thread, and none at all, 30.4 times (KLAP); aggregated, fewer and "
        "coarser, 43 times. The textbook has no times of these curves.");
}

}  // namespace mariani::app
