#include "compute/workloads/points/plan.hpp"

#include <cmath>

#include <fmt/core.h>

namespace mariani::points {
namespace {

using Why = std::optional<std::string>;

Why why_invalid_place(const Plan& plan) {
    for (const float at : {plan.place.x, plan.place.y})
        if (!(at >= 0 && at < 1))
            return fmt::format("the place is {},{}: both must be at least 0 and below 1",
                               plan.place.x, plan.place.y);
    return std::nullopt;
}

Why why_invalid_picture(const Plan& plan) {
    if (plan.distribution != Distribution::picture) return std::nullopt;
    if (!plan.picture)
        return "the distribution is picture, but no picture is given: name a file, or choose "
               "another distribution";
    const Picture& picture = *plan.picture;
    const std::int64_t pixels = std::int64_t{picture.width} * picture.height;
    if (picture.width < 1 || picture.height < 1 || pixels > limits::pixels)
        return fmt::format("the picture has {} x {} pixels: it must have 1 to {}", picture.width,
                           picture.height, limits::pixels);
    if (pixel_sums(picture).back() == 0)
        return "the picture is black: points lie in bright pixels, so choose another picture";
    return std::nullopt;
}

Why why_invalid_tree(const Plan& plan) {
    const std::int64_t nodes = most_nodes(plan.rule, plan.count);
    if (nodes <= limits::nodes) return std::nullopt;
    return fmt::format(
        "the tree can have {} nodes, and the limit is {}: choose fewer points, a greater min or a "
        "smaller depth",
        nodes, limits::nodes);
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

std::optional<std::string> why_invalid(const Plan& plan) {
    if (auto why = why_value_invalid<Problem>(plan)) return why;
    if (auto why = why_invalid_place(plan)) return why;
    if (auto why = why_invalid_picture(plan)) return why;
    if (auto why = why_invalid_tree(plan)) return why;
    if (plan.threads == 0) return std::nullopt;
    return mariani::why_invalid("threads", plan.threads, mariani::limits::threads);
}

std::vector<std::uint32_t> pixel_sums(const Picture& picture) {
    std::vector<std::uint32_t> sums;
    sums.reserve(picture.brightness.size());
    std::uint32_t sum = 0;  // at most 2^24 pixels of 255
    for (const std::uint8_t each : picture.brightness) sums.push_back(sum += each);
    return sums;
}

Emitter emitter_of(const Plan& plan, const std::uint32_t* sums) {
    Emitter emitter;
    emitter.distribution = plan.distribution;
    emitter.seed = plan.seed;
    auto columns = static_cast<std::int64_t>(std::sqrt(static_cast<double>(plan.count)));
    while (columns * columns < plan.count) ++columns;
    emitter.columns = static_cast<std::uint32_t>(columns);
    emitter.place = plan.place;
    emitter.time = static_cast<float>(plan.time);
    if (plan.picture)
        emitter.pixels = {sums, static_cast<std::uint32_t>(plan.picture->width),
                          static_cast<std::uint32_t>(plan.picture->height)};
    return emitter;
}

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
    refuse_unavailable(plan.backend, cuda_unavailable);
    return plans;
}

}  // namespace mariani::points
