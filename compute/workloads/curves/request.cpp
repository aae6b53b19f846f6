#include "compute/workloads/curves/request.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::curves {
namespace {

constexpr IntegerRange sides{1, std::int64_t{1} << 24};

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

void refuse_unused(const Request& request, const std::vector<EngineKind>& engines) {
    if (request.factor && request.tolerance)
        refuse("a factor and a tolerance are given: a count follows from one of them, so take one");
    if (request.factor && request.side)
        refuse("a factor and a side are given: only the tolerance is in pixels, so take that");
    if (std::ranges::any_of(engines, has_launches)) return;
    const auto refuse_given = [](bool given, std::string_view name) {
        if (given)
            refuse(
                fmt::format("{} is given, but only dp, dp-warp, dp-block and dp-grid have "
                            "launches: name one of these engines",
                            name));
    };
    refuse_given(request.pool.has_value(), "pool");
    refuse_given(request.repair.has_value(), "repair");
    refuse_given(request.streams.has_value(), "streams");
    refuse_given(request.parent_block.has_value(), "the parent block");
}

bool allocates(const Request& request) {
    return request.memory == VertexMemory::heap;
}

void refuse_unused_memory(const Request& request, const std::vector<EngineKind>& engines) {
    if (request.heap && !allocates(request))
        refuse("heap is given, but only malloc takes from it: give the memory malloc, too");
    if (request.memory && std::ranges::find(engines, EngineKind::dp) == engines.end())
        refuse("memory is given, but only dp has a choice of it: name this engine");
}

// Of numbers too large for a plan, so that it does not hide them.
CountRule rule_of(const Request& request) {
    refuse(mariani::why_invalid("cap", request.cap, limits::cap));
    const std::int64_t side = request.side.value_or(1000);
    refuse(mariani::why_invalid("side", side, sides));
    CountRule rule;
    rule.cap = static_cast<std::uint32_t>(request.cap);
    if (request.factor) {
        rule.by = CountBy::curvature;
        rule.factor = static_cast<float>(*request.factor);
    } else {
        rule.tolerance =
            static_cast<float>(request.tolerance.value_or(0.5) / static_cast<double>(side));
    }
    return rule;
}

}  // namespace

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const auto engines = request.engines.empty() ? std::vector{Plan{}.engine} : request.engines;
    refuse_unused(request, engines);
    refuse_unused_memory(request, engines);
    Plan plan;
    plan.lines = request.lines;
    plan.rule = rule_of(request);
    plan.seed = request.seed;
    plan.time = static_cast<float>(request.time);
    plan.placed = request.placed;
    plan.parent_block = request.parent_block.value_or(plan.parent_block);
    plan.child_block = request.child_block;
    plan.streams = request.streams.value_or(plan.streams);
    plan.pool = request.pool.value_or(plan.pool);
    plan.repair = request.repair.value_or(plan.repair);
    plan.heap = request.heap.value_or(plan.heap);
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    plan.device = request.device;
    plan.threads = request.threads;
    std::vector<Plan> plans;
    for (const EngineKind engine : engines) {
        plan.engine = engine;
        plan.memory = engine == EngineKind::dp && allocates(request) ? VertexMemory::heap
                                                                     : VertexMemory::room;
        refuse(why_invalid(plan));
        plans.push_back(plan);
    }
    if (plan.backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
    if (plan.backend == Backend::cpu && request.streams)
        refuse("streams is given, and the backend is cpu, whose tasks have no streams: take cuda");
    if (plan.backend == Backend::cpu && request.memory)
        refuse(
            "memory is given, and the backend is cpu, whose tasks have no heap of their own: "
            "take cuda");
    return plans;
}

}  // namespace mariani::curves
