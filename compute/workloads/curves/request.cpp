#include "compute/workloads/curves/request.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::curves {
namespace {

constexpr IntegerRange sides{1, std::int64_t{1} << 24};

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

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

}  // namespace

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
    if (plan.backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
    return plans;
}

}  // namespace mariani::curves
