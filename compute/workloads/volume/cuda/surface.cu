// The surface engine's fronts, as bits of voxels: a warp has the 32 of a word.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/regions.cuh"

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;
using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

constexpr BlockSize block{block_threads, 1};
constexpr int warps = block_threads / warp_lanes;

Grid warps_for(Index count) {
    return {(count + warps - 1) / warps, block};
}
__device__ Index own_warp() {
    return Index{blockIdx.x} * warps + threadIdx.x / warp_lanes;
}

// Whether the voxel was not in the set.
__device__ bool insert(std::uint32_t* set, Index voxel) {
    const std::uint32_t bit = 1U << (voxel % 32);
    return (atomicOr(&set[voxel / 32], bit) & bit) == 0;
}

template <typename Use>
__device__ void for_each_neighbour(const Sides& side, const Voxel& voxel, const Use& use) {
    for (int axis = 0; axis < max_axes; ++axis)
        for (int step = -1; step <= 1; step += 2) {
            const int at = voxel.at[axis] + step;
            if (at < 0 || at >= side.of[axis]) continue;
            Voxel beside = voxel;
            beside.at[axis] = static_cast<std::int16_t>(at);
            use(index_of(side, beside));
        }
}

__device__ Voxel voxel_at(const Sides& side, Index at) {
    return voxel_of(Box{{}, side}, static_cast<std::uint64_t>(at));
}

// A known voxel's pairs with known neighbours of another dwell.
__device__ void cross(const DwellStore& volume, const Sides& side, Index at,
                      const FrontMemory& fronts, Control* control) {
    const std::uint32_t dwell = load(volume, at);
    for_each_neighbour(side, voxel_at(side, at), [&](Index beside) {
        const std::uint32_t other = load(volume, beside);
        if (other == unknown_dwell || other == dwell) return;
        for (const Index each : {at, beside})
            if (insert(fronts.crossed, each)) {
                insert(fronts.new_crossed, each);
                control->found = 1;
            }
    });
}

__global__ void __launch_bounds__(block_threads)
    cross_known(const DwellStore volume, const Sides side, const FrontMemory fronts,
                Control* control) {
    const Index at = own_warp() * warp_lanes + lane_id();
    if (at < voxel_count(side) && load(volume, at) != unknown_dwell)
        cross(volume, side, at, fronts, control);
}

// Calls use(voxel) for each voxel of a set, by a lane of its own, and empties the set. By all
// threads of the block.
template <typename Use>
__device__ void drain(std::uint32_t* set, Index words, const Use& use) {
    const Index word = own_warp();
    const std::uint32_t bits = word < words ? set[word] : 0;
    __syncwarp();
    if (bits == 0) return;
    if (lane_id() == 0) set[word] = 0;
    if ((bits >> lane_id() & 1U) != 0) use(word * warp_lanes + lane_id());
}

__global__ void __launch_bounds__(block_threads)
    claim(const DwellStore volume, const Sides side, const FrontMemory fronts, const Index words) {
    drain(fronts.new_crossed, words, [&](Index at) {
        for_each_neighbour(side, voxel_at(side, at), [&](Index beside) {
            if (load(volume, beside) == unknown_dwell && insert(fronts.claimed, beside))
                insert(fronts.new_claimed, beside);
        });
    });
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    iterate_claimed(const Job<Dwells> job, const std::uint32_t* claimed, const Index words) {
    const Index word = own_warp();
    Found found;
    const std::uint32_t bits = word < words ? claimed[word] : 0;
    if ((bits >> lane_id() & 1U) != 0 && !StopFlag{job.control}())
        dwell_at(job, voxel_at(job.side, word * warp_lanes + lane_id()), found);
    __syncwarp();
    count_iterated(job.control, found);
}

__global__ void __launch_bounds__(block_threads)
    cross_claimed(const DwellStore volume, const Sides side, const FrontMemory fronts,
                  const Index words, Control* control) {
    drain(fronts.new_claimed, words, [&](Index at) { cross(volume, side, at, fronts, control); });
}

// A warp has a row, 32 voxels at a time: each takes the dwell of the last known one before it.
__global__ void __launch_bounds__(block_threads)
    fill_rows(const DwellStore volume, const int length, const Index rows) {
    const Index row = own_warp();
    if (row >= rows) return;
    std::uint32_t before = unknown_dwell;
    for (int first = 0; first < length; first += warp_lanes) {
        const int x = first + lane_id();
        const Index at = row * length + x;
        const std::uint32_t own = x < length ? load(volume, at) : unknown_dwell;
        const unsigned known = __ballot_sync(mariani::cuda::full_mask, own != unknown_dwell);
        const unsigned up_to = known & (0xFFFFFFFFU >> (31 - lane_id()));
        const int source = up_to == 0 ? 0 : 31 - __clz(static_cast<int>(up_to));
        const std::uint32_t found = __shfl_sync(mariani::cuda::full_mask, own, source);
        const std::uint32_t dwell = up_to == 0 ? before : found;
        if (x < length && own == unknown_dwell) store(volume, at, dwell);
        before = __shfl_sync(mariani::cuda::full_mask, dwell, warp_lanes - 1);
    }
}

Index words_of(const Plan& plan) {
    return (voxel_count(plan.side) + 31) / 32;
}

}  // namespace

void launch_crossings(const Plan& plan, const RunMemory& memory, const FrontMemory& fronts,
                      const Stream& stream) {
    mariani::cuda::launch("crossings", stream, warps_for(words_of(plan)), cross_known,
                          memory.volume, plan.side, fronts, memory.control);
}

void launch_round(const Plan& plan, const RunMemory& memory, const FrontMemory& fronts,
                  const Stream& stream) {
    const Index words = words_of(plan);
    const Grid grid = warps_for(words);
    mariani::cuda::launch("claims", stream, grid, claim, memory.volume, plan.side, fronts, words);
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch("fronts", stream, grid, iterate_claimed<Dwells>, job,
                              fronts.new_claimed, words);
    });
    mariani::cuda::launch("crossings", stream, grid, cross_claimed, memory.volume, plan.side,
                          fronts, words, memory.control);
}

void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    const int length = plan.side.of[0];
    const Index rows = voxel_count(plan.side) / length;
    mariani::cuda::launch("rows", stream, warps_for(rows), fill_rows, memory.volume, length, rows);
}

}  // namespace mariani::volume::cuda
