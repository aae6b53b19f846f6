#include "compute/workloads/points/plan.hpp"

#include "compute/model/counter_hash.hpp"
#include "compute/workloads/points/rooms.hpp"
#include "compute/workloads/points/sorted_keys.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

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

constexpr std::int64_t point = sizeof(Point), key = sizeof(std::uint32_t), node = sizeof(Node);
constexpr std::int64_t sampled = 1 << 15;  // points
constexpr std::ptrdiff_t few = 8;          // of these in a cell: their places tell no more

// How likely a cell that would have so many points on average has more than the rule's least.
double chance_to_divide(const Plan& plan, double points) {
    const double least = plan.rule.min + 0.5;
    if (plan.distribution == Distribution::grid) return points > least ? 1 : 0;
    // Poisson's distribution: for few points its sum, for many by the normal one.
    if (least > 100)
        return 0.5 * std::erfc((least - points) / std::sqrt(2 * std::max(points, 1e-9)));
    double term = std::exp(-points), below = term;
    for (std::uint32_t k = 1; k <= plan.rule.min; ++k) below += term *= points / k;
    return std::clamp(1 - below, 0.0, 1.0);
}

// Below a cell of that level whose points lie evenly.
double nodes_below(const Plan& plan, double points, std::uint32_t level) {
    double nodes = 0, cells = 1;
    for (; level < plan.rule.depth && cells * points > 1e-3; ++level, points /= 4) {
        const double divided = cells * chance_to_divide(plan, points);
        nodes += 4 * divided;
        if (divided < 1e-3) break;
        cells *= 4;
    }
    return nodes;
}

// `keys`: ascending, of the sampled points in the cell.
double nodes_below(const Plan& plan, std::span<const std::uint32_t> keys, std::uint32_t level,
                   std::uint32_t prefix, double weight) {
    const double points = static_cast<double>(keys.size()) * weight;
    if (level >= plan.rule.depth || (weight == 1 && points <= plan.rule.min)) return 0;
    if (std::ssize(keys) < few && weight > 1) return nodes_below(plan, points, level);
    if (points <= plan.rule.min) return 4 * chance_to_divide(plan, points);
    double nodes = 4;
    const std::uint32_t shift = 2 * (plan.rule.depth - level - 1);
    auto begin = keys.begin();
    for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant) {
        const std::uint64_t last = ((std::uint64_t{prefix} << 2 | quadrant) + 1) << shift;
        const auto end = std::partition_point(begin, keys.end(),
                                              [&](std::uint32_t each) { return each < last; });
        nodes += nodes_below(plan, {begin, end}, level + 1, prefix << 2 | quadrant, weight);
        begin = end;
    }
    return nodes;
}

// The Sorter's; its sort takes a copy of what it moves, if it takes more than a pass of 8 bits.
void add_sorters(const Plan& plan, std::vector<MemoryPart>& parts) {
    const std::int64_t copies = 2 * plan.rule.depth > 8 ? 1 : 0;
    parts.push_back({"for the points", (2 + copies) * plan.count * point});
    parts.push_back({"for their keys", (2 + copies) * plan.count * key});
    if (plan.engine == EngineKind::karras)
        parts.push_back({"for the radix tree", plan.count * std::int64_t{sizeof(RadixNode)}});
}

// The Divider's, and those of the engines that are one.
void add_dividers(const Plan& plan, std::int64_t nodes, std::vector<MemoryPart>& parts) {
    constexpr std::int64_t count = sizeof(unsigned), told = sizeof(unsigned long long),
                           quadrants = sizeof(cuda::Quadrants);
    parts.push_back({"for the points", 3 * plan.count * point});
    parts.push_back({"for their keys", plan.count * key});
    const std::int64_t slots = cuda::slot_count(plan.count);
    if (plan.engine == EngineKind::ask)
        parts.push_back({"to divide nodes",
                         cuda::most_pieces(plan) * (std::int64_t{sizeof(cuda::Piece)} + quadrants) +
                             nodes / 4 * quadrants + 4 * slots * told});
    else
        parts.push_back(
            {"to divide nodes",
             (nodes / 4 + (plan.engine == EngineKind::dp_mbr ? 5 * slots : 0)) * count});
}

MemoryEstimate gpu_memory_of(const Plan& plan) {
    const std::int64_t nodes = most_nodes(plan.rule, plan.count);
    MemoryEstimate estimate{memory_remedy, {{"for the nodes", nodes * node}}, plan.device};
    if (plan.picture)
        estimate.parts.push_back(
            {"for the picture", std::ssize(plan.picture->brightness) * std::int64_t{sizeof(int)}});
    if (sorts(plan.engine))
        add_sorters(plan, estimate.parts);
    else
        add_dividers(plan, nodes, estimate.parts);
    return estimate;
}

MemoryEstimate host_memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {memory_remedy, {}};
    constexpr std::int64_t child = sizeof(std::uint32_t);
    const bool by_keys = sorts(plan.engine);
    const std::int64_t nodes = expected_node_count(plan) * node;
    MemoryEstimate estimate{memory_remedy,
                            {{"for the points", (by_keys ? 2 : 3) * plan.count * point}}};
    if (by_keys) estimate.parts.push_back({"for their keys", plan.count * 5 * key});
    // The list, and by level with the children; those of DP and Karras are sorted by way of a copy.
    const bool in_order = plan.engine == EngineKind::linear || plan.engine == EngineKind::ask;
    const std::int64_t by_level = (in_order ? 1 : 2) * nodes + nodes / node * child;
    estimate.parts.push_back({"for the nodes", nodes + by_level});
    if (plan.engine == EngineKind::karras)  // gone before they are sorted
        estimate.parts.push_back(
            {"for the radix tree",
             std::max<std::int64_t>(plan.count * std::int64_t{sizeof(RadixNode)} - by_level, 0)});
    return estimate;
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

void refuse_outside(const Plan& plan, std::span<const Point> points) {
    if (points.size() != static_cast<std::size_t>(plan.count))
        throw std::invalid_argument(
            fmt::format("{} points are given to a plan for {}: make a runner for that number",
                        points.size(), plan.count));
    for (const Point& point : points)
        if (!contains(Cell{}, point))
            throw std::invalid_argument(fmt::format(
                "a point lies at {}, {}: both must be at least 0 and below 1", point.x, point.y));
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

std::int64_t expected_node_count(const Plan& plan) {
    const std::int64_t asked = std::min(plan.count, sampled);
    const auto sums = plan.picture ? pixel_sums(*plan.picture) : std::vector<std::uint32_t>{};
    const Emitter emitter = emitter_of(plan, sums.data());
    std::vector<std::uint32_t> keys;
    for (std::int64_t i = 0; i < asked; ++i) {  // all, or some at random
        const auto number = asked == plan.count ? static_cast<std::uint64_t>(i)
                                                : counter_hash(1, static_cast<std::uint64_t>(i)) %
                                                      static_cast<std::uint64_t>(plan.count);
        keys.push_back(key_of(point_of(emitter, static_cast<std::uint32_t>(number)),
                              static_cast<int>(plan.rule.depth)));
    }
    std::ranges::sort(keys);
    const double weight =
        static_cast<double>(plan.count) / static_cast<double>(std::max<std::int64_t>(asked, 1));
    return 1 + static_cast<std::int64_t>(nodes_below(plan, keys, 0, 0, weight));
}

MemoryEstimate memory_of(const Plan& plan) {
    return plan.backend == Backend::cuda ? gpu_memory_of(plan) : host_memory_of(plan);
}

MemoryEstimate memory_of_check(const Plan& plan) {
    const std::int64_t nodes = expected_node_count(plan) * node;
    return host_memory_of(plan)
        .with("for the expected result", plan.count * point + nodes)
        .with("for the computed result", plan.count * point + nodes)
        .with("to compare the points", 2 * plan.count * point);
}

}  // namespace mariani::points
