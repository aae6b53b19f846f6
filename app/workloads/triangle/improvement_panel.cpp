#include "app/panels/curve_chart.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/view.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// A tone for each curve, of which there are as many as exact maps beside BB.
constexpr std::array<ImVec4, 9> curve_tones{{{0.36f, 0.58f, 0.93f, 1},
                                             {0.62f, 0.80f, 1.00f, 1},
                                             {0.30f, 0.82f, 0.82f, 1},
                                             {0.70f, 0.52f, 0.90f, 1},
                                             {0.45f, 0.78f, 0.45f, 1},
                                             {0.78f, 0.90f, 0.45f, 1},
                                             {0.93f, 0.70f, 0.32f, 1},
                                             {0.95f, 0.90f, 0.70f, 1},
                                             {0.92f, 0.55f, 0.78f, 1}}};

Curve curve_of(const std::vector<MapMeasurement>& sides, triangle::MapKind map,
               std::size_t number) {
    Curve curve{choice_of(map).label.data(), curve_tones[number % curve_tones.size()], {}};
    for (const MapMeasurement& measured : sides)
        for (const MapTimes& times : measured.times)
            if (times.map == map && times.improvement)
                curve.points.push_back({static_cast<double>(measured.plan.side), *times.improvement,
                                        times.improvement_spread()});
    return curve;
}

CurveChart chart_of(const std::vector<MapMeasurement>& sides, int side) {
    CurveChart chart;
    chart.name = "N";
    chart.min = sides.front().plan.side;
    chart.max = std::max(sides.back().plan.side, sides.front().plan.side + 1);
    chart.now = side;
    chart.bound = max_improvement;
    chart.legend_beside = true;
    for (const MapTimes& times : sides.back().times)
        if (times.map != triangle::MapKind::bb)
            chart.curves.push_back(curve_of(sides, times.map, chart.curves.size()));
    return chart;
}

}  // namespace

void processor_note(const triangle::Plan& plan) {
    if (plan.backend == Backend::cuda) return;
    note(
        "I on a processor is not that of a GPU: a block with nothing to do costs a comparison "
        "here, and there its place in the queue of blocks.",
        tone::warning);
}

void triangle_improvement_panel(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view || !view->by_side) return;
    const auto& sides = *view->by_side;
    const triangle::Plan& plan = sides.back().plan;
    gap(context);
    heading("I against N");
    note(
        fmt::format("{}, \xcf\x81 {}, on {}: BB's median over the map's, with the range of the "
                    "map's runs. The red line is 2, the most that there can be.",
                    choice_of(plan.test).label, plan.block, sides.back().device));
    processor_note(plan);
    draw_curves(context, chart_of(sides, context.settings.triangle->problem.side), 230);
}

}  // namespace mariani::app
