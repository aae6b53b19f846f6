// A block's part in a recorded run.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/cuda/recording.hpp"
#include "compute/cuda/subdivision.cuh"

namespace mariani::cuda {

// A region's border and what was found on it. `launched`: by its parent, for this region.
__device__ inline RegionTime border_span(const Task& task, Outcome outcome, bool launched) {
    return {
        task.rect, task.cell,          0,       0, 0, static_cast<std::uint8_t>(task.level.number),
        outcome,   RegionPart::border, launched};
}

// The inside of a region, or a part of it. `launched`: by its border, for this.
__device__ inline RegionTime inside_span(PixelRect region, int level, Outcome outcome,
                                         bool launched) {
    return {region,  {}, 0, 0, 0, static_cast<std::uint8_t>(level), outcome, RegionPart::inside,
            launched};
}

// Times what a block does, one thing after the other, and notes it. In a run that is not recorded
// it does nothing. All threads of the block call it.
template <subdivision::Elements E>
class BlockTimer {
  public:
    __device__ explicit BlockTimer(const Job<E>& job) : job_(job) { begin(); }

    // What comes now begins.
    __device__ void begin() {
        if constexpr (is_recorded<E>) begin_ns_ = clock_ns();
    }

    // What has begun is done; where and when is added to `what`. The next thing begins.
    __device__ void end(RegionTime what) {
        if constexpr (is_recorded<E>) {
            __syncthreads();
            const Count now = clock_ns();
            if (first_thread()) {
                what.begin_ns = static_cast<std::int64_t>(begin_ns_);
                what.end_ns = static_cast<std::int64_t>(now);
                what.unit = static_cast<std::uint16_t>(multiprocessor());
                note(what);
            }
            begin_ns_ = now;
        }
    }

    // ASK: the block is one of a launch for that level.
    __device__ void begin_level(int level) const {
        if constexpr (is_recorded<E>) {
            const Recording& recording = job_.canvas.elements.recording;
            if (first_thread()) atomicMin(&recording.head->begin_ns[level], begin_ns_);
        }
    }

  private:
    __device__ void note(const RegionTime& what) const {
        const Recording& recording = job_.canvas.elements.recording;
        const Count at = atomicAdd(&recording.head->spans, Count{1});
        if (at < recording.capacity) recording.spans[at] = what;
    }

    const Job<E>& job_;
    Count begin_ns_ = 0;
};

}  // namespace mariani::cuda
