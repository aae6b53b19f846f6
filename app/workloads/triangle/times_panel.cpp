#include "app/panels/curve_chart.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Says that times measured on the processor are not those of a GPU.
void processor_note(const triangle::Plan& plan) {
    if (plan.backend == Backend::cuda) return;
    note(
        "I on a processor differs from I on a GPU: an idle block costs a comparison here, but a "
        "place in the block queue there.",
        tone::warning);
}

Curve curve_of(const std::vector<MapMeasurement>& sides, triangle::MapKind map,
               std::size_t number) {
    Curve curve{choice_of(map).label.data(), tone::curves[number % tone::curves.size()], {}};
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

// I against N.
void improvements(const PanelContext& context, const std::vector<MapMeasurement>& sides) {
    const triangle::Plan& plan = sides.back().plan;
    gap(context);
    heading("I against N");
    note(
        fmt::format("{}, \xcf\x81 {}, on {}: BB's median divided by the map's, with the range of "
                    "the map's runs. The red line is the upper bound, 2.",
                    choice_of(plan.test).label, plan.block, sides.back().device));
    processor_note(plan);
    draw_curves(context, chart_of(sides, context.settings.triangle->problem.side), 230);
}

constexpr double most_shown = 2.25;  // of I

// A bar of I from 0, with a line at the bound; a mark at 1, where BB is; a thin line over the range
// of the runs.
void improvement_bar(const PanelContext& context, const Spread& improvement) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 10);
    ImGui::Dummy({width, height});
    const auto at = [&](double value) {
        const double share = std::clamp(value / most_shown, 0.0, 1.0);
        return std::round(from.x + static_cast<float>(share) * width);
    };
    const float thin = std::max(1.0f, std::round(scaled_length(context, 1)));
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(from, {at(improvement.median), from.y + height},
                       tone::packed(tone::compute));
    for (const auto& [value, colour] :
         {std::pair(1.0, tone::dim), std::pair(max_improvement, tone::error)})
        list.AddRectFilled({at(value), from.y - thin}, {at(value) + thin, from.y + height + thin},
                           tone::packed(colour));
    const float middle = std::round(from.y + 0.5f * height), cap = std::round(0.25f * height);
    const float low = at(improvement.min), high = at(improvement.max);
    list.AddRectFilled({low, middle}, {high + thin, middle + thin}, tone::packed(tone::text));
    for (const float end : {low, high})
        list.AddRectFilled({end, middle - cap}, {end + thin, middle + cap + thin},
                           tone::packed(tone::text));
}

std::string_view label_of(const MapTimes& times) {
    return times.by_grid ? "grid" : choice_of(times.map).label;
}

// A run computes so many cells.
void map_times(const PanelContext& context, const MapTimes& times, double cells) {
    value_text(std::string(label_of(times)));
    ImGui::SameLine();
    auto text = fmt::format("{} ms, {} to {}", significant(times.ms.median),
                            significant(times.ms.min), significant(times.ms.max));
    const bool bounded = !times.by_grid;
    if (times.improvement)
        text += bounded ? fmt::format(", I {:.2f}", *times.improvement)
                        : fmt::format(", I {:.1f}", *times.improvement);
    if (times.block_cost) text += fmt::format(", k {:.2f}", *times.block_cost);
    value_text_right(text, tone::dim);
    if (times.improvement && bounded) improvement_bar(context, times.improvement_spread());
    if (times.block_ns) note(fmt::format("{} ns per block", significant(*times.block_ns)));
    energy_note(times.energy, cells);
}

// How near the fastest exact map comes to writing as much without computing it.
void floor_note(const MapMeasurement& measurement) {
    if (measurement.floor_ms == 0) return;
    const MapTimes* best = nullptr;
    for (const MapTimes& times : measurement.times) {
        if (times.by_grid || triangle::is_exhibit(times.map)) continue;
        if (best == nullptr || times.ms.median < best->ms.median) best = &times;
    }
    if (best == nullptr) return;
    note(
        fmt::format("Floor {} ms, to write the same number of bytes; the best map, {}, takes "
                    "{:.2f} times as long.",
                    significant(measurement.floor_ms), label_of(*best),
                    best->ms.median / measurement.floor_ms));
}

void measured(const PanelContext& context, const MapMeasurement& measurement) {
    const triangle::Plan& plan = measurement.plan;
    note(fmt::format(
        "{}, N {}, \xcf\x81 {}, on {}: median and range of {} runs. I is BB's time divided by the "
        "map's, at most 2 (red line). k is the cost of a block relative to BB (Eq. 10), about 2 / "
        "I where none is wasted.",
        choice_of(plan.test).label, grouped(plan.side), plan.block, measurement.device,
        measurement.repeats));
    processor_note(plan);
    floor_note(measurement);
    gap(context);
    const auto cells = static_cast<double>(triangle::cell_count(triangle::shape_of(plan)));
    const auto all = labelled_times(measurement.times, &MapTimes::ms, label_of);
    for (std::size_t i = 0; i < all.size(); ++i) {
        map_times(context, measurement.times[i], cells);
        noise_note(all, i);
        gap(context);
    }
    if (!measurement.times.empty() && measurement.times.back().by_grid)
        note(
            "The grid compares only nearby spheres. It is not a map, so the bound of 2 does not "
            "apply to it.");
}

// But for the map, what only some maps have, N and what the points are.
bool is_of_same_test(const TriangleView& view, const triangle::Plan& measured) {
    if (!view.scene) return false;
    const triangle::Plan& shown = view.scene->plan;
    return shown.test == measured.test && shown.block == measured.block &&
           shown.features == measured.features && shown.diagonal == measured.diagonal &&
           shown.layout == measured.layout && shown.backend == measured.backend;
}

void measure_row(const PanelContext& context, const TriangleView& view) {
    if (!view.measuring) {
        const float width = button_width(2);
        if (button("Measure all maps",
                   "Measures all exact maps under this test, and the chosen printed one; LTM-X, R "
                   "and N together. Five runs each, in random order.",
                   width))
            context.commands.push_back(command::Race{{}, 5, 1, context.state.race.energy});
        ImGui::SameLine();
        if (button("Measure I against N",
                   "Measures the same at six N, from a 32nd of this one, doubling each time.",
                   width))
            context.commands.push_back(command::Sweep{});
        checkbox("Energy", context.state.race.energy,
                 "Afterwards, repeats each map for half a second or longer and reads the energy "
                 "counter of the GPU or processor.");
        return;
    }
    progress_rows(context, view.measured_share);
}

}  // namespace

void triangle_times_panel(const PanelContext& context) {
    const auto* view = tab_view<TriangleView>(context.seen);
    if (!view) return;
    measure_row(context, *view);
    gap(context);
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->by_side)
        measured_results(is_of_same_test(*view, view->by_side->back().plan),
                         [&] { improvements(context, *view->by_side); });
    if (view->measurement) {
        const triangle::Plan& plan = view->measurement->plan;
        measured_results(is_of_same_test(*view, plan) && view->scene->plan.side == plan.side,
                         [&] { measured(context, *view->measurement); });
    }
    gap(context);
    log_rows(context, view->log,
             "Writes one row per measured run to a file, with the columns of bench.");
}

}  // namespace mariani::app
