#include "compute/model/frame_memory.hpp"

#include "compute/model/region.hpp"
#include "compute/model/region_times.hpp"

#include <algorithm>

namespace mariani {

std::vector<MemoryPart> parts_of_fields(const FramePlan& plan, std::int64_t dwell_bytes) {
    constexpr std::int64_t value = 4;
    const std::int64_t pixels = pixel_count(plan.part);
    std::vector<MemoryPart> parts{{"for the dwells", pixels * dwell_bytes}};
    if (plan.smooth) parts.push_back({"for fractions of dwells", pixels * value});
    if (plan.exterior) parts.push_back({"for distances", 2 * pixels * value});
    return parts;
}

double expected_regions(const FramePlan& plan) {
    constexpr double subdivided = 0.78;  // of a level's
    const auto& [g, r, B] = plan.subdivision;
    const auto pixels = static_cast<double>(pixel_count(plan.part));  // no level has more regions
    const double part = pixels / static_cast<double>(pixel_count(plan.image));
    double regions = 0, of_level = std::min(part * g * g, pixels), lattice = g;
    const double longest = std::max(plan.image.width, plan.image.height);
    for (;;) {
        regions += of_level;
        if (longest / (lattice * r) <= B || of_level < 1) return regions;
        lattice *= r;
        of_level = std::min(of_level * subdivided * r * r, pixels);
    }
}

MemoryEstimate host_memory_of(const FramePlan& plan) {
    if (plan.backend == Backend::cuda && !is_deep(plan.precision)) return {frame_remedy, {}};
    constexpr std::int64_t value = 4;
    const std::int64_t pixels = pixel_count(plan.part);
    MemoryEstimate estimate{frame_remedy, parts_of_fields(plan, value)};
    // A deep pixel's offset, results and place in lists, of those that a tree does not fill.
    const std::int64_t of_deep_pixel = plan.engine == EngineKind::ex ? 42 : 7;
    if (is_deep(plan.precision))
        estimate.parts.push_back({"for the proof of the dwells", pixels * of_deep_pixel});
    else if (plan.count_work)
        estimate.parts.push_back({"for the work", pixels * value});
    if (plan.keep_regions && plan.engine != EngineKind::ex)  // each thread's, and all in order
        estimate.parts.push_back(
            {"for the regions",
             static_cast<std::int64_t>(3 * expected_regions(plan) * sizeof(Region))});
    if (plan.record_times)  // of borders and insides, likewise
        estimate.parts.push_back(
            {"for the regions' times",
             static_cast<std::int64_t>(4 * expected_regions(plan) * sizeof(RegionTime))});
    return estimate;
}

}  // namespace mariani
