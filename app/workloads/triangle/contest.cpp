#include "app/command_line/contest.hpp"

#include "app/workloads/triangle/commands.hpp"
#include "app/workloads/triangle/runs.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Contest common(const std::vector<triangle::Plan>& plans, const TriangleRounds& rounds) {
    const triangle::Plan& first = plans.front();
    const bool writes = rounds.floor_ms() > 0;
    Contest contest;
    contest.title = triangle_head(first);
    contest.family = fmt::format("triangle {}", name_of(first.test));
    contest.kind = "map";
    contest.baseline = "BB";
    contest.bound = 2;
    if (writes)
        contest.facts = {fmt::format("floor: {:.4f} ms to set the {} bytes that are written",
                                     rounds.floor_ms(), triangle::written_bytes(first))};
    contest.comparisons = {"k"};
    contest.figures = {"blocks", "wasted", "launches", "Gcell/s", writes ? "x floor" : "ns/block"};
    contest.place = {{"n", std::to_string(first.side)}, {"rho", std::to_string(first.block)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<triangle::Plan>& plans, std::size_t which,
                         const TriangleRounds& rounds) {
    const triangle::Plan& plan = plans[which];
    const double ms = spread_of(rounds.ms_of(which)).median;
    const triangle::Waste waste = triangle::waste_of(plan);
    const auto& last = rounds.last_of(which);
    const auto block_cost = rounds.beside_box(plan, ms).block_cost;
    const auto of_map = [&](triangle::Count count) {
        return plan.by_grid ? std::string("-") : std::to_string(count);
    };
    MeasuredEngine engine;
    engine.label = triangle::engine_label(plan);
    *engine.columns = {{"workload", "triangle"},
                       {"engine", triangle::engine_name(plan)},
                       {"backend", name_of(plan.backend)},
                       {"device", rounds.device()},
                       {"test", name_of(plan.test)},
                       {"n", plan.side},
                       {"rho", plan.block}};
    (*engine.beside)["k"] = block_cost ? Json(*block_cost) : Json();
    engine.compared = {hundredths_text(block_cost)};
    engine.whole = last.failed_launches == 0;
    engine.cells = static_cast<double>(triangle::cell_count(triangle::shape_of(plan)));
    engine.figures = {
        of_map(waste.blocks), of_map(waste.blocks_wasted),
        has_launches(plan) ? std::to_string(last.launches) : "-",
        fmt::format("{:.3f}", engine.cells / ms * 1e-6),
        hundredths_text(rounds.floor_ms() > 0 ? ms / rounds.floor_ms() : ns_per_block(plan, ms))};
    if (!engine.whole)
        engine.remark = fmt::format("{} launches of {} failed on the device: cells are missing\n",
                                    last.failed_launches, engine.label);
    return engine;
}

Json row_of(const triangle::Plan& plan, const TriangleRun& run, const TriangleRounds& rounds) {
    return triangle_row(plan, run, rounds);
}

}  // namespace

ContestPlan triangle_contest(std::vector<triangle::Plan> plans) {
    return contest_plan<TriangleRounds>(std::move(plans), {common, engine_of, row_of});
}

}  // namespace mariani::app
