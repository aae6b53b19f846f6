#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket/view.hpp"

#include <array>
#include <span>
#include <string>

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

bool is_of_same_problem(const GasketMoment& shown, const GasketTimes& measured) {
    return shown.problem.fractal.same_cells(measured.problem.fractal) &&
           shown.problem.level == measured.problem.level &&
           shown.problem.rule == measured.problem.rule && shown.method.rho == measured.method.rho &&
           (!shown.engine || shown.engine->backend == measured.backend);
}

}  // namespace

void gasket_times_panel(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    if (button("Measure all engines",
               "Measures a step of each engine that fits, from the current state: five runs each, "
               "in random order. Life waits meanwhile. Esc stops it.",
               -FLT_MIN))
        context.commands.push_back(command::Race{});
    if (view && view->moment && view->moment->times)
        measured_results(is_of_same_problem(*view->moment, *view->moment->times),
                         [&] { measured(context, *view->moment->times); });
}

}  // namespace mariani::app
