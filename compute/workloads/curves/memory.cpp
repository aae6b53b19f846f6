#include "compute/workloads/curves/memory.hpp"

#include <algorithm>

namespace mariani::curves {
namespace {

constexpr std::string_view remedy = "fewer lines or a smaller cap";
constexpr std::int64_t a_line = sizeof(Line), a_vertex = sizeof(Point);

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

}  // namespace

MemoryEstimate memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {remedy, {}};
    constexpr std::int64_t counts = sizeof(Count) + sizeof(std::int64_t);
    const std::int64_t room =
        plan.engine == EngineKind::scan ? vertex_count(plan) : plan.lines * plan.rule.cap;
    return {remedy,
            {{"for the lines", plan.lines * (a_line + counts)},
             {"for their vertices", room * a_vertex}}};
}

MemoryEstimate memory_of_check(const Plan& plan) {
    constexpr std::int64_t offset = sizeof(std::uint32_t);
    return memory_of(plan)
        .with("for what is right", plan.lines * (a_line + offset) + vertex_count(plan) * a_vertex)
        .with("for what was found", plan.lines * (a_line + offset) + vertex_count(plan) * a_vertex);
}

}  // namespace mariani::curves
