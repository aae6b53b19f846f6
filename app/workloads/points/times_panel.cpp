#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/points/view.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void engine_times(const PanelContext& context, const PointsEngineTimes& times, double points,
                  double slowest) {
    const auto& ms = times.ms;
    auto figures = fmt::format("{} ms, {} to {}", significant(ms.median), significant(ms.min),
                               significant(ms.max));
    if (times.gain) figures += fmt::format(", {:.2f} x DP", *times.gain);
    mono(context, std::string(choice_of(times.engine).label));
    ImGui::SameLine();
    mono_right(context, figures, tone::dim);
    time_bar(context, ms.median / slowest);
    auto work = fmt::format("{} points a second", scaled(points / (ms.median * 1e-3)));
    if (const auto refused = times.stats.refused_launches; refused > 0)
        work = fmt::format("{} launches refused, {}", grouped(refused), work);
    mono_right(context, work, tone::dim);
    energy_note(times.energy, points);
}

void measured(const PanelContext& context, const PointsMeasurement& measurement) {
    double slowest = 0;
    for (const auto& times : measurement.engines) slowest = std::max(slowest, times.ms.median);
    for (const auto& times : measurement.engines)
        engine_times(context, times, static_cast<double>(measurement.plan.count), slowest);
    const bool beside_dp = measurement.engines.front().gain.has_value();
    note(fmt::format("{} points, min {}, depth {}, on {}: medians and ranges{}.",
                     grouped(measurement.plan.count), grouped(measurement.plan.rule.min),
                     measurement.plan.rule.depth, measurement.device,
                     beside_dp ? "; how many times faster than DP" : ""));
}

void published() {
    note(
        "Published, of other points and machines: trees made level by level on a GPU, 5 to 12 "
        "times as fast as on a processor (Gluck and Danner); keys sorted on an A100, 29.4 G a "
        "second (Onesweep). The textbook has no times.");
}

}  // namespace

void points_times_panel(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    if (!view) return;
    if (view->measuring)
        progress_rows(context, view->measured_share);
    else
        measure_rows(context, "On the points that are shown: five times each, in random order.");
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->measurement) {
        gap(context);
        measured(context, *view->measurement);
    }
    gap(context);
    published();
    gap(context);
    log_rows(context, view->log,
             "Writes a row per run that is shown or measured to a file, as it goes.");
}

}  // namespace mariani::app
