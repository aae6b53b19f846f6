#include "compute/workloads/curves/plan.hpp"

#include <algorithm>

namespace mariani::curves {
namespace {

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
