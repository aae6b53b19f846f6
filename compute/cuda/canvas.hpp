// The picture that a frame's blocks paint: what to compute, and where it goes. Passed to kernels.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/kernel/plane.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/layout.hpp"
#include "compute/model/region.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::cuda {

// Every thread writes other pixels, or the same value. T: float or double.
template <typename T>
struct Canvas {
    kernel::PixelPlane<T> plane;
    PixelRect part;
    std::uint32_t dwell_limit;
    bool shortcuts;
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

// One frame, to all kernels. The pointers are to device memory.
template <typename T>
struct Job {
    Canvas<T> canvas;
    Layout layout;  // of the canvas's part; not of Ex
    SubdivisionParams params;
    FillRule fill;
    Control* control;
    Region* regions;  // null: not kept
    Count region_capacity;
    Count launch_ns;  // what a launch may take before it leaves the rest to the next; 0: any time
};

}  // namespace mariani::cuda
