// Ex, and the regions of ASK's lists: a block a region (SBR), a warp a region (WPR), or a block a
// piece of one (MBR).
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/regions.cuh"

#include <algorithm>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;

constexpr BlockSize block{block_threads, 1};

constexpr Index ceil_div(Index value, Index by) {
    return (value + by - 1) / by;
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads) iterate_all(const Job<Dwells> job) {
    const Index count = voxel_count(job.side);
    const Index at = Index{blockIdx.x} * block_threads + threadIdx.x;
    const Box all{{}, job.side};
    Found found;
    if (at < count && !StopFlag{job.control}()) {
        store(job.volume, at,
              job.dwells.dwell_of(voxel_of(all, static_cast<std::uint64_t>(at)),
                                  StopFlag{job.control}));
        ++found.iterated;
    }
    count_iterated(job.control, found);
}

template <typename Dwells>
__device__ Box box_of_entry(const Job<Dwells>& job, const LevelMemory& level, Index entry) {
    const Cell cell = job.code.decode(job.code.load(level.words, entry), level.level);
    return box_of(job.side, job.code.axes, job.code.lattice(level.level), cell);
}

// By one thread.
__device__ void note(const LevelMemory& level, Control* control, Order order, Index entry,
                     Outcome outcome) {
    const bool subdivided = outcome == Outcome::subdivided;
    level.outcomes[entry] = static_cast<std::uint8_t>(outcome);
    level.ranks[entry] = order == Order::arrival && subdivided
                             ? static_cast<std::uint32_t>(atomicAdd(&control->arrived, Count{1}))
                             : static_cast<std::uint32_t>(subdivided);
}

__device__ void note_empty(const LevelMemory& level, Index entry) {
    level.outcomes[entry] = no_region;
    level.ranks[entry] = 0;
}

template <typename Team, typename Dwells>
__global__ void __launch_bounds__(block_threads)
    compute_level(const Job<Dwells> job, const LevelMemory level) {
    const Index entry = Team::number();
    Found found;
    // The whole team decides alike: the flag is read by one thread of it.
    const bool goes_on = entry < level.count;
    const Box box = goes_on ? box_of_entry(job, level, entry) : Box{};
    const bool stopped = Team::join({0, StopFlag{job.control}() ? 1U : 0U, 0}).high != 0;
    if (goes_on && voxel_count(box.side) == 0) {
        if (Team::rank() == 0) note_empty(level, entry);
    } else if (goes_on && !stopped) {
        const Outcome outcome = compute_region<Team>(job, box, level.last, found);
        if (Team::rank() == 0) note(level, job.control, job.order, entry, outcome);
    }
    count_iterated(job.control, found);
}

// Piece `piece` of region `entry`, as blocks are numbered.
struct Piece {
    Index entry;
    std::uint32_t begin;
};
__device__ Piece own_piece(int pieces) {
    return {blockIdx.x / pieces, static_cast<std::uint32_t>(blockIdx.x % pieces) * piece_voxels};
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    compute_borders(const Job<Dwells> job, const LevelMemory level, const int pieces) {
    const Piece piece = own_piece(pieces);
    const Box box = box_of_entry(job, level, piece.entry);
    const std::uint32_t count = voxel_count(box.side) > 0 ? border_count(box.side, job.walls) : 0;
    const std::uint32_t end = min(count, piece.begin + piece_voxels);
    Found found, own;
    for (std::uint32_t t = piece.begin + threadIdx.x; t < end; t += block_threads)
        own.take(dwell_at(job, border_voxel(box, job.walls, t), found));
    const Found all = BlockTeam::join(own);
    if (threadIdx.x == 0 && piece.begin < count) {
        atomicMin(&level.low[piece.entry], all.low);
        atomicMax(&level.high[piece.entry], all.high);
    }
    count_iterated(job.control, found);
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    judge_borders(const Job<Dwells> job, const LevelMemory level) {
    const Index entry = Index{blockIdx.x} * block_threads + threadIdx.x;
    if (entry >= level.count) return;
    const Box box = box_of_entry(job, level, entry);
    if (voxel_count(box.side) == 0) return note_empty(level, entry);
    const Found border{level.low[entry], level.high[entry], 0};
    note(level, job.control, job.order, entry, judge(job, box, level.last, border).outcome);
}

template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    compute_insides(const Job<Dwells> job, const LevelMemory level, const int pieces) {
    const Piece piece = own_piece(pieces);
    const Box box = box_of_entry(job, level, piece.entry);
    const auto count = static_cast<std::uint32_t>(voxel_count(box.side));
    const std::uint32_t end = min(count, piece.begin + piece_voxels);
    const Found border{level.low[piece.entry], level.high[piece.entry], 0};
    Found found;
    if (piece.begin < count) {
        const Judgement judgement = judge(job, box, level.last, border);
        for (std::uint32_t t = piece.begin + threadIdx.x; t < end; t += block_threads) {
            const Voxel voxel = voxel_of(box, t);
            if (judgement.fills) store(job.volume, index_of(job.side, voxel), border.low);
            if (judgement.iterates) dwell_at(job, voxel, found);
        }
    }
    count_iterated(job.control, found);
}

// The sides of the largest region of a level.
Sides largest(const Plan& plan, std::uint32_t lattice) {
    Sides side;
    for (int axis = 0; axis < plan.axes; ++axis)
        side.of[axis] = static_cast<std::uint16_t>(ceil_div(plan.side.of[axis], lattice));
    return side;
}

template <typename Dwells>
void launch_pieces(const Plan& plan, const Job<Dwells>& job, const LevelMemory& level,
                   const Stream& stream) {
    const auto count = static_cast<std::size_t>(level.count);
    mariani::cuda::check(cudaMemsetAsync(level.low, 0xFF, 4 * count, stream.get()), "clear ranges");
    mariani::cuda::check(cudaMemsetAsync(level.high, 0, 4 * count, stream.get()), "clear ranges");
    const Sides side = largest(plan, job.code.lattice(level.level));
    const auto border = static_cast<int>(ceil_div(border_count(side, job.walls), piece_voxels));
    const auto inside = static_cast<int>(ceil_div(voxel_count(side), piece_voxels));
    mariani::cuda::launch("borders", stream, Grid{level.count * border, block},
                          compute_borders<Dwells>, job, level, border);
    mariani::cuda::launch("borders' ranges", stream,
                          Grid{ceil_div(level.count, block_threads), block}, judge_borders<Dwells>,
                          job, level);
    mariani::cuda::launch("fills and leaves", stream, Grid{level.count * inside, block},
                          compute_insides<Dwells>, job, level, inside);
}

}  // namespace

void launch_all(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch("voxels", stream,
                              Grid{ceil_div(voxel_count(plan.side), block_threads), block},
                              iterate_all<Dwells>, job);
    });
}

void launch_level(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        const auto label = "level " + std::to_string(level.level);
        if (plan.scheme == Scheme::mbr) return launch_pieces(plan, job, level, stream);
        if (plan.scheme == Scheme::sbr)
            return mariani::cuda::launch(label, stream, Grid{level.count, block},
                                         compute_level<BlockTeam, Dwells>, job, level);
        constexpr Index warps = block_threads / WarpTeam::size;
        mariani::cuda::launch(label, stream, Grid{ceil_div(level.count, warps), block},
                              compute_level<WarpTeam, Dwells>, job, level);
    });
}

}  // namespace mariani::volume::cuda
