#include "compute/workloads/points/request.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::points {
namespace {

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

// Of numbers too large for a plan, so that it does not hide them.
void refuse_numbers(const Request& request) {
    refuse(mariani::why_invalid("min", request.min, limits::min));
    refuse(mariani::why_invalid("depth", request.depth, limits::depth));
    if (!(request.time >= 0 && request.time <= static_cast<double>(limits::time)))
        refuse(fmt::format("time is {}: it must be a number of seconds from 0 to {}", request.time,
                           limits::time));
}

void refuse_unused(const Request& request, const std::vector<EngineKind>& engines) {
    if (request.pool && std::ranges::none_of(engines, is_recursive))
        refuse("pool is given, but only dp and dp-mbr have launches: name one of these engines");
    if (request.block && std::ranges::all_of(engines, sorts))
        refuse(
            "block is given, but linear and karras have blocks of their own: name dp, dp-mbr or "
            "ask");
    if (request.place && request.distribution != Distribution::mouse)
        refuse(fmt::format("a place is given, but the distribution is {}: take mouse",
                           name_of(request.distribution)));
    if (request.picture && request.distribution != Distribution::picture)
        refuse(fmt::format("a picture is given, but the distribution is {}: take picture",
                           name_of(request.distribution)));
}

}  // namespace

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const auto engines = request.engines.empty() ? std::vector{Plan{}.engine} : request.engines;
    refuse_numbers(request);
    refuse_unused(request, engines);
    Plan plan;
    plan.count = request.count;
    plan.rule = {static_cast<std::uint32_t>(request.min),
                 static_cast<std::uint32_t>(request.depth)};
    plan.distribution = request.distribution;
    plan.seed = request.seed;
    plan.time = static_cast<float>(request.time);
    plan.place = request.place.value_or(plan.place);
    plan.picture = request.picture;
    plan.pool = request.pool.value_or(plan.pool);
    plan.block = request.block.value_or(plan.block);
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    plan.device = request.device;
    plan.threads = request.threads;
    std::vector<Plan> plans;
    for (const EngineKind engine : engines) {
        plan.engine = engine;
        refuse(why_invalid(plan));
        plans.push_back(plan);
    }
    if (plan.backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
    return plans;
}

}  // namespace mariani::points
