#include "app/panels/curve_chart.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket/view.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

bool begin_times(const char* id, std::span<const char* const> heads) {
    if (!ImGui::BeginTable(id, static_cast<int>(heads.size()), ImGuiTableFlags_SizingStretchProp))
        return false;
    ImGui::TableNextRow();
    for (const char* head : heads) {  // over numbers, but for the first
        ImGui::TableNextColumn();
        const float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(head).x;
        if (head != heads.front() && spare > 0)
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
        ImGui::TextDisabled("%s", head);
    }
    return true;
}

void engine_row(const GasketTimes& times, const GasketEngineTimes& engine) {
    const Spread& ms = engine.step_ms;
    const double side = shape_of(times.problem.fractal, times.problem.level).side;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text(std::string(choice_of(engine.engine).label));
    cell(significant(ms.median), tone::text);
    cell(fmt::format("{} to {}", significant(ms.min), significant(ms.max)), tone::dim);
    const auto speedup = times.speedup(engine);
    cell(speedup ? significant(*speedup) : "-", tone::text);
    cell(significant(2 * side * side / static_cast<double>(engine.bytes)) + " x", tone::dim);
}

void measured(const PanelContext& context, const GasketTimes& times) {
    gap(context);
    note(fmt::format(
        "{}, r {}, {}, \xcf\x81 {}, on {}: ms per step, median and range of five runs. S is BB's "
        "time divided by the engine's; less memory is the box's divided by the engine's.",
        times.problem.fractal.name, times.problem.level, gasket::text_of(times.problem.rule),
        times.method.rho, choice_of(times.backend).label));
    gap(context);
    static constexpr std::array heads{"engine", "ms", "range", "S", "less memory"};
    if (!begin_times("measured", heads)) return;
    for (const GasketEngineTimes& engine : times.engines) engine_row(times, engine);
    ImGui::EndTable();
    const auto all = labelled_times(times.engines, &GasketEngineTimes::step_ms);
    for (std::size_t i = 0; i < all.size(); ++i) noise_note(all, i);
}

ImVec4 colour_of(gasket::EngineKind engine) {
    return tone::curves[static_cast<std::size_t>(engine) % tone::curves.size()];
}

// One for all charts: a narrow one has no room for it.
void engines_legend(const PanelContext& context, const GasketSizes& sizes) {
    for (bool first = true; const auto& choice : choices<gasket::EngineKind>()) {
        const auto has_run = [engine = choice.value](const GasketTimes& times) {
            return std::ranges::any_of(times.engines,
                                       [&](const auto& each) { return each.engine == engine; });
        };
        if (std::ranges::none_of(sizes, has_run)) continue;
        if (!std::exchange(first, false)) ImGui::SameLine(0, scaled_length(context, 16));
        swatch(context, colour_of(choice.value), std::string(choice.label).c_str());
    }
}

using ValueOf = std::optional<Spread> (*)(const GasketTimes&, const GasketEngineTimes&);

// A curve of each engine against n.
void size_chart(const PanelContext& context, const GasketSizes& sizes, int rho, const char* name,
                ValueOf value_of) {
    std::vector<ChartSeries> series;
    for (const GasketTimes& times : sizes)
        for (const GasketEngineTimes& engine : times.engines)
            if (const auto value = value_of(times, engine); value && times.method.rho == rho)
                add_point(series, std::string(choice_of(engine.engine).label),
                          shape_of(times.problem.fractal, times.problem.level).side, *value);
    ImGui::TableNextColumn();
    value_text(name, tone::dim);
    if (series.empty()) return note("BB does not fit.");
    CurveChart chart = chart_of("n", series);
    chart.gains = value_of == speedup_range;
    chart.legend = false;
    for (Curve& curve : chart.curves)
        for (const auto& choice : choices<gasket::EngineKind>())
            if (choice.label == curve.label) curve.colour = colour_of(choice.value);
    ImGui::PushID(name);
    draw_curves(context, chart, 200);
    ImGui::PopID();
}

// S and ms beside each other, for each rho.
void by_size(const PanelContext& context, const GasketSizes& sizes) {
    const GasketTimes& last = sizes.back();
    note(fmt::format(
        "{}, {}, on {}: medians and ranges of five runs against n, for each side \xcf\x81 "
        "of a block. bits has no blocks.",
        last.problem.fractal.name, gasket::text_of(last.problem.rule),
        choice_of(last.backend).label));
    engines_legend(context, sizes);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const int rho = sizes[i].method.rho;
        if (i > 0 && sizes[i - 1].method.rho == rho) continue;
        gap(context);
        heading(fmt::format("\xcf\x81 {}", rho).c_str());
        ImGui::PushID(rho);
        if (ImGui::BeginTable("sizes", 2, ImGuiTableFlags_SizingStretchSame)) {
            size_chart(context, sizes, rho, "S", speedup_range);
            size_chart(context, sizes, rho, "ms per step",
                       [](const GasketTimes&, const GasketEngineTimes& engine) {
                           return std::optional(engine.step_ms);
                       });
            ImGui::EndTable();
        }
        ImGui::PopID();
    }
}

// But for the rho, which they have each.
bool is_of_same_sizes(const GasketMoment& shown, const GasketTimes& measured) {
    return shown.problem.fractal.same_cells(measured.problem.fractal) &&
           shown.problem.level == measured.problem.level &&
           shown.problem.rule == measured.problem.rule &&
           (!shown.engine || shown.engine->backend == measured.backend);
}

bool is_of_same_problem(const GasketMoment& shown, const GasketTimes& measured) {
    return is_of_same_sizes(shown, measured) && shown.method.rho == measured.method.rho;
}

}  // namespace

void gasket_times_panel(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    const float width = button_width(2);
    if (button("Measure all engines",
               "Measures a step of each engine that fits, from the current state: five runs each, "
               "in random order. Life waits meanwhile. Esc stops it.",
               width))
        context.commands.push_back(command::Race{});
    ImGui::SameLine();
    if (button("Measure S against n",
               "Measures the same from random states at this n and up to five smaller ones, with "
               "every side of a block up to 32. Life waits meanwhile. Esc stops it.",
               width))
        context.commands.push_back(command::Sweep{});
    if (view && view->moment && view->moment->times)
        measured_results(is_of_same_problem(*view->moment, *view->moment->times),
                         [&] { measured(context, *view->moment->times); });
    if (view && view->moment && view->moment->sizes)
        measured_results(is_of_same_sizes(*view->moment, view->moment->sizes->back()),
                         [&] { by_size(context, *view->moment->sizes); });
}

}  // namespace mariani::app
