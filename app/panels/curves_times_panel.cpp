#include "app/panels/curves_view.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using curves::EngineKind;

const CurvesEngineTimes* times_of(const CurvesMeasurement& measurement, EngineKind engine) {
    const auto found = std::ranges::find(measurement.engines, engine, &CurvesEngineTimes::engine);
    return found == measurement.engines.end() ? nullptr : &*found;
}

// What each of its launches costs beyond count, scan, fill, which makes the same vertices.
std::string launch_cost(const CurvesEngineTimes& times, double scan_ms) {
    const std::int64_t launches = times.stats.child_launches;
    if (launches == 0) return "";
    const double us = 1e3 * (times.ms.median - scan_ms) / static_cast<double>(launches);
    return fmt::format("{} launches, {} us each beyond scan", grouped(launches), significant(us));
}

void engine_times(const PanelContext& context, const CurvesEngineTimes& times, double scan_ms) {
    mono(context, std::string(choice_of(times.engine).label));
    ImGui::SameLine();
    mono_right(context,
               fmt::format("{} ms, {} to {}, {:.2f} x scan", significant(times.ms.median),
                           significant(times.ms.min), significant(times.ms.max),
                           times.ms.median / scan_ms),
               tone::dim);
    const auto cost = launch_cost(times, scan_ms);
    if (!cost.empty()) mono_right(context, cost, tone::dim);
    if (times.stats.lost_lines > 0)
        note(fmt::format("{} curves are lost: this time is not that of all vertices.",
                         grouped(times.stats.lost_lines)),
             tone::warning);
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

void measure_row(const PanelContext& context, const CurvesView& view) {
    if (view.measuring) return curves_progress(context, view);
    if (button("Measure all engines",
               "On the curves that are shown: five times each, in random order.",
               ImGui::GetContentRegionAvail().x))
        context.commands.push_back(command::Race{});
}

}  // namespace

void curves_progress(const PanelContext& context, const CurvesView& view) {
    if (button("Stop", "Ends what is measured; what was measured before stays (Esc).",
               ImGui::GetContentRegionAvail().x))
        context.commands.push_back(command::StopExperiment{});
    push_mono(context.fonts);
    ImGui::ProgressBar(static_cast<float>(view.measured_share), {-FLT_MIN, 0},
                       fmt::format("{:.0f} %", 100 * view.measured_share).c_str());
    ImGui::PopFont();
}

void curves_times_panel(const PanelContext& context) {
    const auto& view = context.seen.curves;
    if (!view) return;
    measure_row(context, *view);
    gap(context);
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->times) measured(context, *view->times);
    note(
        "Published, of other irregular programs: launches aggregated by warp, block or grid, 6.58 "
        "times as fast as one a thread, and none at all, 30.4 times (KLAP). The textbook has no "
        "times of these curves.");
}

}  // namespace mariani::app
