#include "compute/model/counter_hash.hpp"
#include "compute/workloads/volume/cpu/voxel_iterator.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/rooms.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "compute/workloads/volume/sight.hpp"
#include "compute/workloads/volume/twins.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

namespace mariani::volume {
namespace {

// Corners, middles of edges and faces, and the centre: 3^k voxels of the box.
std::vector<Voxel> sample_of(const Box& box, int axes) {
    std::vector<Voxel> voxels;
    for (Index t = 0; t < static_cast<Index>(power(3, axes)); ++t) {
        Voxel voxel = box.begin;
        Index rest = t;
        for (int axis = 0; axis < axes; ++axis, rest /= 3)
            voxel.at[axis] =
                static_cast<std::int16_t>(voxel.at[axis] + rest % 3 * (box.side.of[axis] - 1) / 2);
        voxels.push_back(voxel);
    }
    return voxels;
}

// With a dwell limit that tells nearly as well whether dwells differ, and takes no time.
std::unique_ptr<cpu::VoxelIterator> quick_iterator(Plan plan) {
    constexpr std::uint32_t enough = 1024;
    plan.dwell_limit = std::min(plan.dwell_limit, enough);
    return cpu::make_iterator(plan);
}

bool have_several_dwells(const cpu::VoxelIterator& iterator, const std::vector<Voxel>& voxels) {
    std::vector<std::uint32_t> dwells(voxels.size());
    iterator.iterate(voxels, dwells, {});
    return std::ranges::count(dwells, dwells.front()) < std::ssize(dwells);
}

// The share of a level's regions that are subdivided, by some of them.
double probability(const Plan& plan, const cpu::VoxelIterator& iterator, int level) {
    constexpr int regions = 96;
    const std::uint32_t lattice = code_of(plan).lattice(level);
    int subdivided = 0;
    for (int i = 0; i < regions; ++i) {
        Cell cell{};
        for (int axis = 0; axis < plan.axes; ++axis)
            cell.at[axis] = static_cast<std::uint16_t>(
                counter_hash(static_cast<std::uint64_t>(level),
                             static_cast<std::uint64_t>(max_axes * i + axis)) %
                lattice);
        const auto voxels = sample_of(box_of(plan.side, plan.axes, lattice, cell), plan.axes);
        subdivided += have_several_dwells(iterator, voxels) ? 1 : 0;
    }
    return static_cast<double>(subdivided) / regions;
}

// The share of voxels that have a neighbour of another dwell, by some of them.
double surface_share(const Plan& plan) {
    constexpr int asked = 2048;
    const auto iterator = quick_iterator(plan);
    const auto count = static_cast<std::uint64_t>(voxel_count(plan.side));
    int found = 0;
    for (int i = 0; i < asked; ++i) {
        const auto number = counter_hash(2, static_cast<std::uint64_t>(i)) % count;
        std::vector<Voxel> voxels{voxel_of(Box{{}, plan.side}, number)};
        for (int axis = 0; axis < plan.axes; ++axis)
            for (const int step : {-1, 1}) {
                Voxel beside = voxels.front();
                beside.at[axis] = static_cast<std::int16_t>(beside.at[axis] + step);
                if (beside.at[axis] >= 0 && beside.at[axis] < plan.side.of[axis])
                    voxels.push_back(beside);
            }
        found += have_several_dwells(*iterator, voxels) ? 1 : 0;
    }
    return static_cast<double>(found) / asked;
}

// Which part of the smallest regions' voxels lies on their borders.
double border_share(const Plan& plan) {
    const double side = side_of_level(plan, last_level(plan));
    return side <= 2 ? 1 : 1 - std::pow(1 - 2 / side, plan.axes);
}

// By level.
std::vector<double> regions_of(const Plan& plan) {
    const auto iterator = quick_iterator(plan);
    std::vector<double> regions;
    auto count = static_cast<double>(power(static_cast<std::uint32_t>(plan.g), plan.axes));
    const auto children = static_cast<double>(power(static_cast<std::uint32_t>(plan.r), plan.axes));
    for (int level = 0;; ++level) {
        regions.push_back(count);
        if (level == last_level(plan) || count < 1) return regions;
        count *= children * probability(plan, *iterator, level);
    }
}

MemoryEstimate with_rays(const MemoryEstimate& estimate, const Plan& plan) {
    const auto [first, last] = stepped_lattices(plan);
    return estimate.with("for the empty space that rays skip",
                         static_cast<std::int64_t>(power(first, 3) + power(last, 3)));
}

MemoryEstimate host_memory_of(const Plan& plan) {
    if (plan.backend == Backend::cuda) return {memory_remedy, {}};
    MemoryEstimate estimate =
        with_rays({memory_remedy, {{"for the voxels", output_bytes(plan)}}}, plan);
    if (!has_regions(plan.engine)) return estimate;
    const auto regions = regions_of(plan);
    const double all = std::accumulate(regions.begin(), regions.end(), 0.0);
    const int entry = 4 * code_of(plan).words();
    const int while_decided =
        has_list(plan.engine)
            ? 2 * entry + static_cast<int>(sizeof(Box) + sizeof(Outcome) + sizeof(Index))
            : 0;
    estimate.parts.push_back(
        {"for the regions", static_cast<std::int64_t>(all * sizeof(RegionRecord) * 1.5 +
                                                      std::ranges::max(regions) * while_decided)});
    if (plan.engine != EngineKind::surface) return estimate;
    // Two bits a voxel, and the longest front, of which much begins on the regions' borders: each
    // thread's list, and all.
    const auto voxels = static_cast<double>(voxel_count(plan.side));
    const double longest = (0.3 + 0.8 * border_share(plan)) * surface_share(plan);
    const double front = 2 * sizeof(Voxel) * longest;
    return estimate.with("for the fronts", static_cast<std::int64_t>(voxels * (front + 0.25)));
}

// Lists of levels and what it takes to sort them, in copies; at last the longest level's fronts.
MemoryEstimate with_lists(const MemoryEstimate& estimate, const Plan& plan) {
    const auto of_entry = static_cast<double>(cuda::bytes_of_entry(code_of(plan)));
    constexpr double while_sorted = 3 * sizeof(std::uint64_t);
    double lists = 0, sorted = 0, fronts = 0;
    int level = 0;
    for (const double regions : regions_of(plan)) {
        lists += regions * of_entry;
        if (level > 0) sorted = std::max(sorted, regions * while_sorted);
        const auto of_level = cuda::front_bytes(plan, level++, static_cast<std::size_t>(regions));
        fronts = std::max(fronts, static_cast<double>(of_level));
    }
    if (plan.order == Order::sorted) lists += sorted;
    const auto all = estimate.with("for the regions", static_cast<std::int64_t>(lists));
    if (plan.engine != EngineKind::surface) return all;
    return all.with("for the fronts", static_cast<std::int64_t>(fronts));
}

MemoryEstimate gpu_memory_of(const Plan& plan) {
    MemoryEstimate estimate =
        with_rays({memory_remedy, {{"for the voxels", output_bytes(plan)}}, plan.device}, plan);
    estimate = estimate.with("for what is known of each c",
                             static_cast<std::int64_t>(cuda::traps_bytes(plan)));
    if (plan.engine == EngineKind::dp)
        return estimate.with(
            "for the regions",
            static_cast<std::int64_t>(cuda::most_regions(plan) * sizeof(RegionRecord) +
                                      cuda::most_launches(plan) * sizeof(unsigned)));
    if (!has_list(plan.engine)) return estimate;
    if (twins_of(plan).any())
        estimate = estimate.with(
            "for the cells of a level",
            static_cast<std::int64_t>(power(code_of(plan).lattice(last_level(plan)), plan.axes)));
    return with_lists(estimate, plan);
}

}  // namespace

MemoryEstimate memory_of(const Plan& plan) {
    return plan.backend == Backend::cuda ? gpu_memory_of(plan) : host_memory_of(plan);
}

MemoryEstimate memory_of_check(const Plan& plan) {
    return host_memory_of(plan).with("for copies of the voxels", 2 * output_bytes(plan));
}

}  // namespace mariani::volume
