// The picture that a frame's threads paint: what to compute, and where it goes.
#pragma once

#include "compute/engine.hpp"
#include "compute/kernel/plane.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace mariani::cpu {

// Pixels to iterate. `owner` is where their iterations are counted.
struct PixelRun {
    PixelRect rect;
    std::uint32_t owner = 0;
};

// Shared by the threads of one frame, each of which writes other pixels. T: float or double.
template <typename T>
struct Canvas {
    kernel::PixelPlane<T> plane;
    PixelRect part;
    std::uint32_t dwell_limit;
    bool shortcuts;
    std::uint32_t* dwells;  // of part, row by row
    float* fractions;       // or null
    std::uint32_t* work;    // to which iterations are added, or null
    std::stop_token stop;
    FrameProgress* progress;

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - part.y) * static_cast<std::size_t>(part.width) +
               static_cast<std::size_t>(x - part.x);
    }
    void count_work(std::size_t at, std::uint32_t iterations) const {
        if (work) work[at] += iterations;
    }
};

// Iterates every pixel of the runs, writes dwells (and fractions), adds the steps taken to
// iterations[owner]. False when a stop cut it short.
template <typename T>
bool iterate(const Canvas<T>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations);

// The same without vectors, for machines that have no fused multiply-add in them.
template <typename T>
bool iterate_scalar(const Canvas<T>& canvas, std::span<const PixelRun> runs,
                    std::span<std::int64_t> iterations);

}  // namespace mariani::cpu
