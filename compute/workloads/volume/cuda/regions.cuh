// A region by a team of threads: its border, then its fill or its leaf.
#pragma once

#include "compute/cuda/warp.cuh"
#include "compute/workloads/volume/cuda/launches.hpp"
#include "compute/workloads/volume/orbits.hpp"

namespace mariani::volume::cuda {

inline constexpr std::uint32_t unknown_dwell = ~0U;
inline constexpr int block_threads = 128;
inline constexpr std::uint32_t piece_voxels = 4096;  // of MBR

__device__ inline std::uint32_t load(const DwellStore& volume, Index at) {
    if (volume.wide) return static_cast<const std::uint32_t*>(volume.dwells)[at];
    const std::uint16_t dwell = static_cast<const std::uint16_t*>(volume.dwells)[at];
    return dwell == unknown<std::uint16_t> ? unknown_dwell : dwell;
}
__device__ inline void store(const DwellStore& volume, Index at, std::uint32_t dwell) {
    if (volume.wide)
        static_cast<std::uint32_t*>(volume.dwells)[at] = dwell;
    else
        static_cast<std::uint16_t*>(volume.dwells)[at] = static_cast<std::uint16_t>(dwell);
}

struct StopFlag {
    const Control* control;
    __device__ bool operator()() const {
        return *static_cast<const volatile unsigned*>(&control->stop) != 0;
    }
};

// What the kernels of a plan are given.
template <typename Dwells>
struct Job {
    Dwells dwells;
    DwellStore volume;
    Control* control;
    Code code;
    Sides side;
    int walls;
    int last;  // level
    Rule rule;
    Order order;
    bool by_surface;

    static Job of(const Plan& plan, const RunMemory& memory) {
        return {Dwells::of(plan), memory.volume,
                memory.control,   code_of(plan),
                plan.side,        walls_of(plan),
                last_level(plan), plan.rule,
                plan.order,       plan.engine == EngineKind::surface};
    }
};

// Calls use(job) for what the plan's volume is of.
template <typename Use>
void with_job(const Plan& plan, const RunMemory& memory, const Use& use) {
    const bool single = plan.precision == Precision::f32;
    if (plan.function == Function::julibrot) {
        if (single) return use(Job<Julibrot<float>>::of(plan, memory));
        return use(Job<Julibrot<double>>::of(plan, memory));
    }
    if (single) return use(Job<Mandelbulb<float>>::of(plan, memory));
    use(Job<Mandelbulb<double>>::of(plan, memory));
}

// What a thread found.
struct Found {
    std::uint32_t low = ~0U;
    std::uint32_t high = 0;
    Count iterated = 0;

    __device__ void take(std::uint32_t dwell) {
        low = min(low, dwell);
        high = max(high, dwell);
    }
};

// Reads the voxel's dwell, or computes it.
template <typename Dwells>
__device__ std::uint32_t dwell_at(const Job<Dwells>& job, const Voxel& voxel, Found& found) {
    const Index at = index_of(job.side, voxel);
    std::uint32_t dwell = load(job.volume, at);
    if (dwell != unknown_dwell) return dwell;
    dwell = job.dwells.dwell_of(voxel, StopFlag{job.control});
    store(job.volume, at, dwell);
    ++found.iterated;
    return dwell;
}

// By all threads of a block.
__device__ inline void count_iterated(Control* control, const Found& found) {
    const Count sum = mariani::cuda::warp_reduce_sum(found.iterated);
    if (mariani::cuda::lane_id() == 0 && sum > 0)
        atomicAdd(&control->iterated[blockIdx.x % iterated_counters], sum);
}

// The threads that share a region. join(): the range of all of them, in all of them.
struct BlockTeam {
    static constexpr int size = block_threads;
    __device__ static Index number() { return blockIdx.x; }
    __device__ static std::uint32_t rank() { return threadIdx.x; }
    __device__ static Found join(const Found& found) {
        __shared__ std::uint32_t low, high;
        if (threadIdx.x == 0) low = ~0U, high = 0;
        __syncthreads();
        atomicMin(&low, found.low);
        atomicMax(&high, found.high);
        __syncthreads();
        const Found all{low, high, 0};
        __syncthreads();
        return all;
    }
};
struct WarpTeam {
    static constexpr int size = mariani::cuda::warp_lanes;
    __device__ static Index number() {
        return (Index{blockIdx.x} * block_threads + threadIdx.x) / size;
    }
    __device__ static std::uint32_t rank() { return threadIdx.x % size; }
    __device__ static Found join(Found found) {
        for (int offset = size / 2; offset > 0; offset /= 2) {
            found.low =
                min(found.low, __shfl_xor_sync(mariani::cuda::full_mask, found.low, offset));
            found.high =
                max(found.high, __shfl_xor_sync(mariani::cuda::full_mask, found.high, offset));
        }
        // What its lanes stored is read by others of them.
        __syncwarp();
        return found;
    }
};

// What becomes of a region whose border has this range.
struct Judgement {
    Outcome outcome;
    bool fills;
    bool iterates;  // all of it
};
template <typename Dwells>
__device__ Judgement judge(const Job<Dwells>& job, const Box& box, bool last, const Found& border) {
    const bool one = border.low == border.high;
    if (one && fills(job.dwells, job.rule, border.low, box))
        return {Outcome::filled, !job.by_surface, false};
    if (!last) return {Outcome::subdivided, false, false};
    return {Outcome::leaf, false, !job.by_surface || one};
}

// By all threads of the team.
template <typename Team, typename Dwells>
__device__ Outcome compute_region(const Job<Dwells>& job, const Box& box, bool last, Found& mine) {
    Found own;
    const std::uint32_t border = border_count(box.side, job.walls);
    for (std::uint32_t t = Team::rank(); t < border; t += Team::size)
        own.take(dwell_at(job, border_voxel(box, job.walls, t), mine));
    const Found all = Team::join(own);
    const Judgement judgement = judge(job, box, last, all);
    const auto voxels = static_cast<std::uint32_t>(voxel_count(box.side));
    if (judgement.fills)
        for (std::uint32_t t = Team::rank(); t < voxels; t += Team::size)
            store(job.volume, index_of(job.side, voxel_of(box, t)), all.low);
    if (judgement.iterates)
        for (std::uint32_t t = Team::rank(); t < voxels; t += Team::size)
            dwell_at(job, voxel_of(box, t), mine);
    return judgement.outcome;
}

}  // namespace mariani::volume::cuda
