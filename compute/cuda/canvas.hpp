// The picture that a frame's blocks paint: what to compute, and where it goes. Passed to kernels.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"
#include "compute/subdivision/elements.hpp"
#include "compute/subdivision/lattice.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::cuda {

// Where a frame's values go. Every thread writes other pixels, or the same value.
struct Surface {
    PixelRect part;
    DwellPlane dwells;     // of part
    float* fractions;      // of part, row by row, or null
    std::uint32_t* work;   // to which iterations are added, or null
    const unsigned* stop;  // in the control

    MARIANI_HOST_DEVICE std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - part.y) * static_cast<std::size_t>(part.width) +
               static_cast<std::size_t>(x - part.x);
    }
    MARIANI_HOST_DEVICE bool plain() const { return !fractions && !work; }

    // Blocks that iterate the same pixel do so one after the other: a child's after its parent's.
    MARIANI_HOST_DEVICE void count_work(int x, int y, std::uint32_t iterations) const {
        if (work) work[index(x, y)] += iterations;
    }
};

template <subdivision::Elements E>
struct Canvas : Surface {
    E elements;
};

// What any workload's kernels are given of a frame. The pointers are to device memory.
struct FrameJob {
    Layout layout;  // of the surface's part; not of Ex
    SubdivisionParams params;
    Control* control;
    Region* regions;  // null: not kept
    Count region_capacity;
    Count launch_ns;  // what a launch may take before it leaves the rest to the next; 0: any time
};

// One frame, to all kernels.
template <subdivision::Elements E>
struct Job : FrameJob {
    Canvas<E> canvas;
};

}  // namespace mariani::cuda
