// What the kernels of regions share: dwells, the teams of threads that work together, and what
// becomes of a region.
#pragma once

#include "compute/cuda/warp.cuh"
#include "compute/workloads/volume/cuda/launches.hpp"
#include "compute/workloads/volume/orbits.hpp"

#include <cstring>

namespace mariani::volume::cuda {

inline constexpr std::uint32_t unknown_dwell = ~0U;
inline constexpr int block_threads = 128;

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

// What is prepared for each c. Of most functions nothing.
template <typename Dwells>
struct Traps {
    static Traps of(const Plan&, const RunMemory&) { return {}; }
};
template <typename T>
struct Traps<Julibrot<T>> {
    Trap<T>* traps;  // x fastest
    int width;

    static Traps of(const Plan& plan, const RunMemory& memory) {
        return {static_cast<Trap<T>*>(memory.traps), plan.side.of[0]};
    }
    __device__ Trap<T>& of(const Voxel& voxel) const {
        return traps[voxel.at[1] * width + voxel.at[0]];
    }
};

// What the kernels of a plan are given.
template <typename Dwells>
struct Job {
    Dwells dwells;
    Traps<Dwells> traps;
    DwellStore volume;
    Control* control;
    Twins twins;
    std::uint8_t* cells;
    Code code;
    Sides side;
    int walls;
    int last;  // level
    Rule rule;
    Order order;
    bool by_surface;

    static Job of(const Plan& plan, const RunMemory& memory) {
        return {Dwells::of(plan),
                Traps<Dwells>::of(plan, memory),
                memory.volume,
                memory.control,
                memory.twins,
                memory.cells,
                code_of(plan),
                plan.side,
                walls_of(plan),
                last_level(plan),
                plan.rule,
                plan.order,
                plan.engine == EngineKind::surface};
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

// A region that is examined.
__device__ inline Box box_at(const LevelMemory& level, Index number) {
    const uint4 words = level.boxes[number];
    Box box;
    static_assert(sizeof(box) == sizeof(words));
    std::memcpy(&box, &words, sizeof(box));
    return box;
}

// The voxels of its border.
class Border {
  public:
    __device__ Border(const LevelMemory& level, const Box& box)
        : begin_(box.begin), shape_(&level.shapes[shape_number(box.side, level.least)]) {
        if (level.borders != nullptr)
            places_ = level.borders + shape_number(box.side, level.least) * level.most_border;
    }
    __device__ std::uint32_t count() const { return shape_->border.count(); }
    __device__ Voxel voxel(std::uint32_t t) const {
        if (places_ == nullptr) return moved(begin_, shape_->border.voxel(t));
        const uchar4 place = places_[t];
        return moved(begin_, {{place.x, place.y, place.z, place.w}});
    }

  private:
    Voxel begin_;
    const Shape* shape_;
    const uchar4* places_ = nullptr;
};

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

// The first steps of a voxel's orbit: false if it does not end within them. A trap may be around
// either point of a cycle, so an odd number of steps is taken between looks.
template <typename T>
__device__ bool ends_soon(const Julibrot<T>& julibrot, const Disc<T>& trap, const Voxel& voxel,
                          std::uint32_t& dwell) {
    constexpr std::uint32_t between_looks = 3, most = 6 * between_looks;
    const auto start = julibrot.start(voxel);
    dwell = julibrot.dwell_limit;
    if (mandelbrot::has_escaped(start.c_re, start.c_im)) {
        dwell = count_steps(start, julibrot.dwell_limit);
        return true;
    }
    T re = start.z_re, im = start.z_im, past_re, past_im;
    std::uint32_t steps = 0;
    do {
        past_re = re;
        past_im = im;
        for (std::uint32_t i = 0; i < between_looks; ++i)
            mandelbrot::step(re, im, start.c_re, start.c_im);
        steps += between_looks;
    } while (!mandelbrot::has_escaped(re, im) & !trap.holds(re, im) & (steps < most));
    if (!mandelbrot::has_escaped(re, im)) return trap.holds(re, im) || steps >= dwell;
    steps -= between_looks;
    for (std::uint32_t i = 0; i < between_looks; ++i) {
        steps += mandelbrot::has_escaped(past_re, past_im) ? 0 : 1;
        mandelbrot::step(past_re, past_im, start.c_re, start.c_im);
    }
    dwell = min(steps, dwell);
    return true;
}

// Only the Julibrot takes such first steps.
template <typename Dwells>
__device__ bool ends_soon(const Job<Dwells>&, const Voxel&, std::uint32_t&) {
    return false;
}
template <typename T>
__device__ bool ends_soon(const Job<Julibrot<T>>& job, const Voxel& voxel, std::uint32_t& dwell) {
    return ends_soon(job.dwells, job.traps.of(voxel).first, voxel, dwell);
}

template <typename Dwells>
__device__ std::uint32_t dwell_of(const Job<Dwells>& job, const Voxel& voxel) {
    return job.dwells.dwell_of(voxel, StopFlag{job.control});
}
template <typename T>
__device__ std::uint32_t dwell_of(const Job<Julibrot<T>>& job, const Voxel& voxel) {
    std::uint32_t dwell = 0;
    if (ends_soon(job, voxel, dwell)) return dwell;
    return job.dwells.dwell_of(voxel, job.traps.of(voxel), StopFlag{job.control});
}

// Reads the voxel's dwell, or computes it.
template <typename Dwells>
__device__ std::uint32_t dwell_at(const Job<Dwells>& job, const Voxel& voxel, Found& found) {
    const Index at = index_of(job.side, voxel);
    std::uint32_t dwell = load(job.volume, at);
    if (dwell != unknown_dwell) return dwell;
    dwell = dwell_of(job, voxel);
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

// The threads that work together, on one piece of work after another. begin(): a new piece; false
// if the run has been given up. claim(n): the number of the first of n items, which no other warp
// of the team gets. sync(): what one stored, all read. any(): whether any of them says so. join():
// the range of all of them, in all of them. By all threads of the team, claim() by those of a warp.
class BlockTeam {
  public:
    __device__ static Index number() { return blockIdx.x; }
    __device__ static std::uint32_t rank() { return threadIdx.x; }
    __device__ static std::uint32_t size() { return blockDim.x; }
    __device__ static void sync() { __syncthreads(); }
    __device__ static bool any(bool says) { return __syncthreads_or(says ? 1 : 0) != 0; }

    __device__ static bool begin(const Control* control) {
        __shared__ bool goes_on;
        __syncthreads();
        if (threadIdx.x == 0) {
            next() = 0;
            goes_on = !StopFlag{control}();
        }
        __syncthreads();
        return goes_on;
    }
    __device__ static std::uint32_t claim(int count) {
        unsigned first = 0;
        if (mariani::cuda::lane_id() == 0) first = atomicAdd(&next(), static_cast<unsigned>(count));
        return mariani::cuda::from_lane(first, 0);
    }
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

  private:
    __device__ static unsigned& next() {
        __shared__ unsigned next;
        return next;
    }
};
class WarpTeam {
  public:
    __device__ static Index number() {
        return (Index{blockIdx.x} * blockDim.x + threadIdx.x) / mariani::cuda::warp_lanes;
    }
    __device__ static std::uint32_t rank() { return threadIdx.x % mariani::cuda::warp_lanes; }
    __device__ static std::uint32_t size() { return mariani::cuda::warp_lanes; }
    __device__ static void sync() { __syncwarp(); }
    __device__ static bool any(bool says) {
        return __any_sync(mariani::cuda::full_mask, says ? 1 : 0) != 0;
    }

    __device__ bool begin(const Control* control) {
        next_ = 0;
        const int stopped = rank() == 0 && StopFlag{control}() ? 1 : 0;
        return mariani::cuda::from_lane(stopped, 0) == 0;
    }
    __device__ std::uint32_t claim(int count) {
        const std::uint32_t first = next_;
        next_ += static_cast<std::uint32_t>(count);
        return first;
    }
    __device__ static Found join(Found found) {
        for (int offset = mariani::cuda::warp_lanes / 2; offset > 0; offset /= 2) {
            found.low =
                min(found.low, __shfl_xor_sync(mariani::cuda::full_mask, found.low, offset));
            found.high =
                max(found.high, __shfl_xor_sync(mariani::cuda::full_mask, found.high, offset));
        }
        return found;
    }

  private:
    std::uint32_t next_ = 0;
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

}  // namespace mariani::volume::cuda
