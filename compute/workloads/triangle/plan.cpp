#include "compute/workloads/triangle/plan.hpp"

#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::triangle {
namespace {

constexpr int dp_leaf_cells = 2048;  // where the authors' recursion ends
constexpr int max_block_threads = 1024;

std::optional<std::string> why_invalid_block(const Plan& plan) {
    const auto allowed = block_sides(plan.test);
    if (std::ranges::find(allowed, plan.block) != allowed.end()) return std::nullopt;
    return fmt::format("rho is {}: for the test {} it must be one of {}", plan.block,
                       name_of(plan.test), fmt::join(allowed, ", "));
}

std::optional<std::string> why_invalid_test(const Plan& plan) {
    if (plan.by_grid && plan.test != Task::collision)
        return fmt::format(
            "the grid is on: it finds contacts, which only the test collision has, not {}",
            name_of(plan.test));
    if (plan.test == Task::collision) {
        if (plan.features != 1 && plan.features != 3)
            return fmt::format("features is {}: collision has 1 or 3 dimensions", plan.features);
        if (plan.diagonal) return "the diagonal is on: no sphere collides with itself";
        if (plan.layout != Layout::tiles)
            return fmt::format("the layout is {}: contacts are stored in tiles",
                               name_of(plan.layout));
    }
    return std::nullopt;
}

std::optional<std::string> why_invalid_cells(const Plan& plan) {
    if (plan.test == Task::collision) {
        if (plan.cells == 1) return std::nullopt;
        return fmt::format(
            "cells is {}: a thread of collision computes a row of the block, so leave it out",
            plan.cells);
    }
    const int least = std::max(1, plan.block * plan.block / max_block_threads);
    const bool fits = plan.cells >= least && plan.cells <= plan.block &&
                      std::has_single_bit(static_cast<unsigned>(plan.cells));
    if (fits) return std::nullopt;
    return fmt::format("cells is {}: with rho {} it must be a power of two from {} to {}",
                       plan.cells, plan.block, least, plan.block);
}

// Blocks that have a cell of the triangle.
Count useful_blocks(const Plan& plan, Count launched) {
    return is_of_threads(plan.map) ? launched : block_count(shape_of(plan));
}

std::vector<MapKind> maps_of(const Request& request) {
    if (!request.maps.empty()) return request.maps;
    std::vector<MapKind> exact;
    for (const auto& each : choices<MapKind>())
        if (!is_exhibit(each.value)) exact.push_back(each.value);
    return exact;
}

Plan plan_of(const Request& request, MapKind map, Backend suited) {
    const bool collides = request.test == Task::collision;
    Plan plan;
    plan.map = map;
    plan.backend = request.backend.value_or(suited);
    const auto used = without_unused<Problem>(request, engine_bit(map), plan.backend);
    plan.test = used.test;
    plan.side = used.side;
    plan.block = used.block.value_or(collides ? 128 : 16);
    plan.features = used.features.value_or(collides ? 3 : max_features);
    plan.diagonal = used.diagonal.value_or(!collides);
    plan.epsilon = used.epsilon;
    const auto sides = block_sides(plan.test);
    const bool known = std::ranges::find(sides, plan.block) != sides.end();
    plan.rec_base = used.rec_base.value_or(known ? best_rec_base(shape_of(plan).blocks) : 1);
    plan.cells = used.cells.value_or(known ? suited_cells(plan.test, plan.block) : 1);
    plan.layout = used.layout.value_or(collides ? Layout::tiles : Layout::packed);
    plan.seed = used.seed;
    plan.time = used.time;
    plan.device = request.device;
    plan.threads = request.threads;
    return plan;
}

constexpr std::int64_t point = sizeof(Point), number = sizeof(int);

MemoryEstimate host_memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {memory_remedy, {}};
    MemoryEstimate estimate{memory_remedy, {{"for the values", output_bytes(plan)}}};
    if (has_input(plan.test)) estimate.parts.push_back({"for the points", plan.side * point});
    if (plan.by_grid)
        estimate.parts.push_back({"for the sorted points", plan.side * (point + number)});
    return estimate;
}

// DevicePlan's, and the runner's by grid.
MemoryEstimate gpu_memory_of(const Plan& plan) {
    MemoryEstimate estimate{memory_remedy, {{"for the values", output_bytes(plan)}}, plan.device};
    if (has_input(plan.test))
        estimate.parts.push_back({"for the points", padded_side(shape_of(plan)) * point});
    if (plan.by_grid)
        estimate.parts.push_back({"for the sorted points", plan.side * (point + 2 * number)});
    return estimate;
}

}  // namespace

Problem problem_of(const Plan& plan) {
    return {plan.test,     plan.side,  plan.block,  plan.features, plan.diagonal, plan.epsilon,
            plan.rec_base, plan.cells, plan.layout, plan.seed,     plan.time};
}

Shape shape_of(const Plan& plan) {
    Shape shape =
        shape_of(plan.side, std::countr_zero(static_cast<unsigned>(plan.block)), plan.diagonal);
    shape.offset = static_cast<float>(plan.epsilon - 0.5);
    shape.rec_base = plan.rec_base;
    shape.dp_leaf = std::max(1, dp_leaf_cells / plan.block);
    return shape;
}

std::string_view engine_name(const Plan& plan) {
    return plan.by_grid ? "grid" : mariani::name_of(plan.map);
}

std::string_view engine_label(const Plan& plan) {
    return plan.by_grid ? "grid" : choice_of(plan.map).label;
}

std::vector<Pass> passes_of(const Plan& plan) {
    return with_map(plan.map, [&](auto map) { return decltype(map)::passes(shape_of(plan)); });
}

std::optional<std::string> why_invalid(const Plan& plan) {
    if (auto why = why_value_invalid(problem_of(plan))) return why;
    if (auto why = why_invalid_block(plan)) return why;
    if (auto why = why_invalid_test(plan)) return why;
    return why_invalid_cells(plan);
}

std::vector<int> block_sides(Task test) {
    if (test == Task::collision) return {64, 128, 256};
    return {8, 16, 32, 64};
}

int best_rec_base(int blocks) {
    constexpr int most = 64;
    int best = 1;
    Count fewest = 0;
    for (int base = 1; base <= std::min(blocks, most); ++base) {
        Shape shape;
        shape.blocks = blocks;
        shape.rec_base = base;
        Count launched = 0;
        for (const Pass& pass : RecursivePartition::passes(shape)) launched += block_count(pass);
        if (base == 1 || launched < fewest) best = base, fewest = launched;
    }
    return best;
}

int suited_cells(Task test, int block) {
    constexpr int few_threads = 256;
    if (test == Task::collision) return 1;
    return std::max(1, block * block / (test == Task::edm ? few_threads : max_block_threads));
}

std::int64_t output_bytes(const Plan& plan) {
    const Shape shape = shape_of(plan);
    switch (plan.test) {
        case Task::accumulate:
            return value_count(shape, plan.layout);
        case Task::edm:
            return value_count(shape, plan.layout) * std::int64_t{sizeof(float)};
        case Task::collision:
            return contact_words(shape) * std::int64_t{sizeof(std::uint32_t)};
        default:
            return sizeof(std::int32_t);
    }
}

std::int64_t written_bytes(const Plan& plan) {
    const Count cells = cell_count(shape_of(plan));
    switch (plan.test) {
        case Task::accumulate:
            return cells;
        case Task::edm:
            return cells * std::int64_t{sizeof(float)};
        case Task::collision:
            return output_bytes(plan);
        default:
            return 0;
    }
}

Waste waste_of(const Plan& plan) {
    Waste waste;
    for (const Pass& pass : passes_of(plan)) waste.blocks += block_count(pass);
    waste.blocks_wasted = waste.blocks - useful_blocks(plan, waste.blocks);
    const Shape shape = shape_of(plan);
    waste.threads_wasted = (waste.blocks << (2 * shape.log2_block)) - cell_count(shape);
    return waste;
}

double block_cost(const Plan& plan, double improvement) {
    const auto side = static_cast<double>(shape_of(plan).blocks);
    return side * side / (improvement * static_cast<double>(waste_of(plan).blocks));
}

std::vector<Point> input_of(const Plan& plan) {
    if (!has_input(plan.test)) return {};
    std::vector<Point> points(static_cast<std::size_t>(plan.side));
    for (Count i = 0; i < plan.side; ++i)
        points[static_cast<std::size_t>(i)] =
            plan.test == Task::edm ? point_of(plan.seed, i, plan.features, plan.time)
                                   : sphere_of(plan.seed, i, plan.features, plan.time);
    return points;
}

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const Backend suited = cuda_unavailable ? Backend::cpu : Backend::cuda;
    std::vector<Plan> plans;
    for (const MapKind map : maps_of(request)) plans.push_back(plan_of(request, map, suited));
    if (request.grid) {
        plans.push_back(plan_of(request, MapKind::bb, suited));
        plans.back().by_grid = true;
    }
    for (const Plan& plan : plans) refuse(why_invalid(plan));
    refuse_unavailable(plans.front().backend, cuda_unavailable);
    return plans;
}

MemoryEstimate memory_of(const Plan& plan) {
    return plan.backend == Backend::cuda ? gpu_memory_of(plan) : host_memory_of(plan);
}

MemoryEstimate memory_of_check(const Plan& plan) {
    const std::int64_t written = has_output(plan.test) ? output_bytes(plan) : 0;
    std::int64_t visits = 0;  // they are gone before the values are fetched
    if (!plan.by_grid && plan.side <= max_plane_side)
        visits = cell_count(shape_of(plan)) * std::int64_t{sizeof(std::uint32_t)};
    return host_memory_of(plan)
        .with("for the expected values", written)
        .with(visits > written ? "for the visits of cells" : "to compare the values",
              std::max(visits, written));
}

}  // namespace mariani::triangle
