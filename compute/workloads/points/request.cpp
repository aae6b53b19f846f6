#include "compute/workloads/points/request.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::points {
namespace {

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

void refuse_unused(const Request& request) {
    if (request.place && request.distribution != Distribution::mouse)
        refuse(fmt::format("a place is given, but the distribution is {}: choose mouse",
                           name_of(request.distribution)));
    if (request.picture && request.distribution != Distribution::picture)
        refuse(fmt::format("a picture is given, but the distribution is {}: choose picture",
                           name_of(request.distribution)));
}

}  // namespace

std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable) {
    const auto engines = request.engines.empty() ? std::vector{Plan{}.engine} : request.engines;
    refuse_unused(request);
    Plan plan;
    plan.place = request.place.value_or(plan.place);
    plan.picture = request.picture;
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    plan.device = request.device;
    plan.threads = request.threads;
    std::vector<Plan> plans;
    for (const EngineKind engine : engines) {
        plan.engine = engine;
        static_cast<Problem&>(plan) =
            without_unused<Problem>(request, engine_bit(engine), plan.backend);
        refuse(why_invalid(plan));
        plans.push_back(plan);
    }
    if (plan.backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
    return plans;
}

}  // namespace mariani::points
