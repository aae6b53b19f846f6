#include "compute/workloads/curves/plan.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::curves {
namespace {

using Why = std::optional<std::string>;

Why why_invalid_points(const std::vector<PlacedPoint>& placed, std::int64_t lines) {
    if (static_cast<std::int64_t>(placed.size()) > limits::placed)
        return fmt::format("{} points are placed: the limit is {}", placed.size(), limits::placed);
    if (std::ranges::adjacent_find(placed, std::greater_equal{}, &PlacedPoint::number) !=
        placed.end())
        return "placed points must be in ascending order of their numbers, each once";
    for (const auto& [number, at] : placed) {
        if (number >= point_count(lines))
            return fmt::format("point {} is placed, but with {} lines the last point is {}", number,
                               lines, point_count(lines) - 1);
        if (!(at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1))
            return fmt::format("point {} is placed at ({}, {}): both must be from 0 to 1", number,
                               at.x, at.y);
    }
    return std::nullopt;
}

constexpr IntegerRange sides{1, std::int64_t{1} << 24};

CountRule rule_of(const Problem& problem, std::int64_t side) {
    CountRule rule;
    rule.cap = static_cast<std::uint32_t>(problem.cap);
    if (problem.factor) {
        rule.by = CountBy::curvature;
        rule.factor = static_cast<float>(*problem.factor);
    } else {
        rule.tolerance = static_cast<float>(problem.tolerance / static_cast<double>(side));
    }
    return rule;
}

constexpr std::int64_t a_line = sizeof(Line), a_vertex = sizeof(Point), a_count = sizeof(Count),
                       an_offset = sizeof(std::uint32_t);

// All lines have so many, by the mean of a sample.
std::int64_t vertex_count(const Plan& plan) {
    const std::int64_t asked = std::min<std::int64_t>(plan.lines, 4096);
    const Emitter emitter = emitter_of(plan);
    std::int64_t vertices = 0;
    for (std::int64_t i = 0; i < asked; ++i)
        vertices += count_of(plan.rule,
                             line_of(emitter, static_cast<std::uint32_t>(i * plan.lines / asked)))
                        .vertices;
    return vertices * plan.lines / asked;
}

// Those that have room: by scan, as many as there are.
std::int64_t vertex_room(const Plan& plan) {
    return plan.engine == EngineKind::scan ? vertex_count(plan) : plan.lines * plan.rule.cap;
}

MemoryEstimate host_memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {memory_remedy, {}};
    constexpr std::int64_t index = sizeof(std::int64_t);
    return {memory_remedy,
            {{"for the lines", plan.lines * (a_line + a_count + index)},
             {"for their vertices", vertex_room(plan) * a_vertex}}};
}

// The runner keeps beside a line its vertices' offset or count, and how far DP is.
MemoryEstimate gpu_memory_of(const Plan& plan) {
    std::int64_t beside = plan.engine == EngineKind::scan ? an_offset : a_count;
    if (has_launches(plan.engine)) beside += 2 * an_offset;
    if (plan.memory == VertexMemory::heap) beside += std::int64_t{sizeof(Point*)};
    return {memory_remedy,
            {{"for the lines", plan.lines * (a_line + beside)},
             {"for their vertices", vertex_room(plan) * a_vertex}},
            plan.device};
}

}  // namespace

std::vector<PlacedPoint> with_point(std::vector<PlacedPoint> placed, const PlacedPoint& point) {
    const auto at = std::ranges::lower_bound(placed, point.number, {}, &PlacedPoint::number);
    if (at != placed.end() && at->number == point.number)
        at->at = point.at;
    else
        placed.insert(at, point);
    return placed;
}

std::optional<std::string> why_invalid(const Plan& plan) {
    if (auto why = why_value_invalid<Problem>(plan)) return why;
    if (auto why = why_invalid_points(plan.placed, plan.lines)) return why;
    if (plan.lines * plan.cap > limits::vertices)
        return fmt::format(
            "the lines can have {} vertices, and the limit is {}: choose fewer lines or a smaller "
            "cap",
            plan.lines * plan.cap, limits::vertices);
    if (plan.threads == 0) return std::nullopt;
    return mariani::why_invalid("threads", plan.threads, mariani::limits::threads);
}

std::int64_t lines_a_launch(const Plan& plan) {
    switch (plan.engine) {
        case EngineKind::dp_warp:
            return warp_threads;
        case EngineKind::dp_block:
            return plan.parent_block;
        case EngineKind::dp_grid:
            return plan.lines;
        default:
            return 1;
    }
}

void refuse_other_count(const Plan& plan, std::span<const Line> lines) {
    if (lines.size() != static_cast<std::size_t>(plan.lines))
        throw std::invalid_argument(
            fmt::format("{} lines are given to a plan for {}: make a runner for that number",
                        lines.size(), plan.lines));
}

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const auto engines = request.engines.empty() ? std::vector{Plan{}.engine} : request.engines;
    const std::int64_t side = request.side.value_or(1000);
    refuse(mariani::why_invalid("side", side, sides));
    Plan plan;
    plan.placed = request.placed;
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    plan.device = request.device;
    plan.threads = request.threads;
    const bool allocates = request.memory == VertexMemory::heap && plan.backend == Backend::cuda &&
                           std::ranges::find(engines, EngineKind::dp) != engines.end();
    std::vector<Plan> plans;
    for (const EngineKind engine : engines) {
        plan.engine = engine;
        static_cast<Problem&>(plan) =
            without_unused<Problem>(request, engine_bit(engine), plan.backend);
        plan.heap = allocates ? request.heap : Problem{}.heap;
        refuse(why_invalid(plan));
        plan.rule = rule_of(plan, side);
        plans.push_back(plan);
    }
    refuse_unavailable(plan.backend, cuda_unavailable);
    return plans;
}

MemoryEstimate memory_of(const Plan& plan) {
    return plan.backend == Backend::cuda ? gpu_memory_of(plan) : host_memory_of(plan);
}

MemoryEstimate memory_of_check(const Plan& plan) {
    const std::int64_t all = plan.lines * (a_line + an_offset) + vertex_count(plan) * a_vertex;
    return host_memory_of(plan)
        .with("for the expected result", all)
        .with("for the computed result", all);
}

}  // namespace mariani::curves
