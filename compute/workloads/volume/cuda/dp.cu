// DP: a block examines a region and launches its children, or pieces of its fill or leaf (MBR).
// Each launch is checked here, on the device; what one of them would have done, the block does
// itself if it fails.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/launch_pool.cuh"
#include "compute/workloads/volume/cuda/regions.cuh"

namespace mariani::volume::cuda {
namespace {

template <typename Dwells>
struct DpJob {
    Job<Dwells> job;
    DpMemory memory;
    unsigned pool;
    bool in_pieces;
};

// Whether the pool had room and launch(done), of a kernel that leaves by `done`, succeeded. By all
// threads of the block, after what they stored.
template <typename Dwells, typename Launch>
__device__ bool launched(const DpJob<Dwells>& dp, const Launch& launch) {
    bool made = false;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        Control& control = *dp.job.control;
        made = mariani::cuda::launch_within(control.pool, dp.pool, [&] {
            launch(dp.memory.done_blocks + atomicAdd(&control.tickets, 1U));
            return cudaGetLastError();
        });
    }
    return __syncthreads_or(made ? 1 : 0) != 0;
}

// Child j of a cell; of the first level, cell j.
template <typename Dwells>
__device__ Cell child_of(const Job<Dwells>& job, const Cell& parent, int level, std::uint32_t j) {
    const std::uint32_t parts = level == 0 ? job.code.g : job.code.r;
    Cell cell;
    for (int axis = 0; axis < job.code.axes; ++axis, j /= parts)
        cell.at[axis] = static_cast<std::uint16_t>(parent.at[axis] * parts + j % parts);
    return cell;
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    dp_piece(const DpJob<Dwells> dp, const Box box, const bool fills, const std::uint32_t dwell,
             unsigned* done) {
    const std::uint32_t begin = blockIdx.x * piece_voxels;
    const auto count = static_cast<std::uint32_t>(voxel_count(box.side));
    const std::uint32_t end = min(count, begin + piece_voxels);
    Found found;
    for (std::uint32_t t = begin + threadIdx.x; t < end; t += block_threads) {
        const Voxel voxel = voxel_of(box, t);
        if (fills)
            store(dp.job.volume, index_of(dp.job.side, voxel), dwell);
        else
            dwell_at(dp.job, voxel, found);
    }
    count_iterated(dp.job.control, found);
    if (threadIdx.x == 0) mariani::cuda::leave_by_block(dp.job.control->pool, *done);
}

// Whether a launch now does the rest of the region. By all threads of the block.
template <typename Dwells>
__device__ bool launch_pieces(const DpJob<Dwells>& dp, const Box& box, const Judgement& judgement,
                              std::uint32_t dwell) {
    const auto voxels = static_cast<std::uint32_t>(voxel_count(box.side));
    if (!dp.in_pieces || voxels <= piece_voxels) return false;
    const std::uint32_t pieces = (voxels + piece_voxels - 1) / piece_voxels;
    return launched(dp, [&](unsigned* done) {
        dp_piece<Dwells><<<pieces, block_threads, 0, cudaStreamFireAndForget>>>(
            dp, box, judgement.fills, dwell, done);
    });
}

// A region, by a block.
template <typename Dwells>
__device__ Outcome examine(const DpJob<Dwells>& dp, const Cell& cell, int level, Found& mine) {
    const Job<Dwells>& job = dp.job;
    const Box box = box_of(job.side, job.code.axes, job.code.lattice(level), cell);
    if (voxel_count(box.side) == 0) return Outcome::leaf;
    Found own;
    const std::uint32_t border = border_count(box.side, job.walls);
    for (std::uint32_t t = threadIdx.x; t < border; t += block_threads)
        own.take(dwell_at(job, border_voxel(box, job.walls, t), mine));
    const Found all = BlockTeam::join(own);
    const Judgement judgement = judge(job, box, level == job.last, all);
    const bool rest = judgement.fills || judgement.iterates;
    if (rest && !launch_pieces(dp, box, judgement, all.low)) {
        const auto voxels = static_cast<std::uint32_t>(voxel_count(box.side));
        for (std::uint32_t t = threadIdx.x; t < voxels; t += block_threads) {
            const Voxel voxel = voxel_of(box, t);
            if (judgement.fills)
                store(job.volume, index_of(job.side, voxel), all.low);
            else
                dwell_at(job, voxel, mine);
        }
    }
    if (threadIdx.x == 0) {
        const Count at = atomicAdd(&job.control->records, Count{1});
        dp.memory.records[at] = {cell, static_cast<std::uint8_t>(level), judgement.outcome};
        atomicAdd(&job.control->tally[level][static_cast<int>(judgement.outcome)], Count{1});
    }
    return judgement.outcome;
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    dp_regions(const DpJob<Dwells> dp, const Cell parent, const int level, unsigned* done);

template <typename Dwells>
__device__ bool launch_children(const DpJob<Dwells>& dp, const Cell& cell, int level) {
    return launched(dp, [&](unsigned* done) {
        dp_regions<Dwells><<<dp.job.code.children, block_threads, 0, cudaStreamFireAndForget>>>(
            dp, cell, level + 1, done);
    });
}

// All below a region whose launch failed, by this block, depth first; a launch is tried again for
// each region on the way.
template <typename Dwells>
__device__ void examine_below(const DpJob<Dwells>& dp, const Cell& cell, int level, Found& mine) {
    Cell path[max_levels];
    std::uint32_t next[max_levels];
    path[level] = cell;
    int at = level + 1;
    next[at] = 0;
    while (at > level) {
        if (next[at] == dp.job.code.children) {
            --at;
            continue;
        }
        const Cell child = child_of(dp.job, path[at - 1], at, next[at]++);
        if (__syncthreads_or(StopFlag{dp.job.control}() ? 1 : 0) != 0) return;
        if (examine(dp, child, at, mine) != Outcome::subdivided) continue;
        if (launch_children(dp, child, at)) continue;
        path[at] = child;
        next[++at] = 0;
    }
}

// `done`: of the launch from the device that this is of, if it is of one.
template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    dp_regions(const DpJob<Dwells> dp, const Cell parent, const int level, unsigned* done) {
    Found found;
    const bool stopped = __syncthreads_or(StopFlag{dp.job.control}() ? 1 : 0) != 0;
    if (!stopped) {
        const Cell cell = child_of(dp.job, parent, level, blockIdx.x);
        if (examine(dp, cell, level, found) == Outcome::subdivided &&
            !launch_children(dp, cell, level))
            examine_below(dp, cell, level, found);
    }
    count_iterated(dp.job.control, found);
    if (threadIdx.x == 0 && done != nullptr)
        mariani::cuda::leave_by_block(dp.job.control->pool, *done);
}

}  // namespace

void launch_dp(const Plan& plan, const RunMemory& memory, const DpMemory& dp_memory,
               const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        const DpJob<Dwells> dp{job, dp_memory, static_cast<unsigned>(plan.pool),
                               plan.scheme == Scheme::mbr};
        const auto first = static_cast<Index>(power(job.code.g, plan.axes));
        mariani::cuda::launch("level 0", stream, {first, {block_threads, 1}}, dp_regions<Dwells>,
                              dp, Cell{}, 0, nullptr);
    });
}

}  // namespace mariani::volume::cuda
