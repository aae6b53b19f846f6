// What deep pixels take of a GPU's memory, in builds without CUDA too.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::deep::cuda {

inline constexpr std::string_view memory_remedy = "a lower dwell limit, or a smaller picture";

// Pixels that a device has at a time.
inline constexpr std::size_t most_pixels = std::size_t{1} << 20;

// What is found of so many takes a multiple of 8.
constexpr std::size_t found_bytes(std::size_t count, bool escapes) {
    const std::size_t a_pixel =
        (escapes ? sizeof(Escape) : 0) + 2 * sizeof(std::uint32_t) + sizeof(Verdict);
    return (count * a_pixel + 7) / 8 * 8;
}

// The same with the list of them.
constexpr std::size_t room_bytes(std::size_t count, bool escapes) {
    return found_bytes(count, escapes) + count * sizeof(std::uint32_t);
}

// A deep plan's, but for its reference: nobody knows before how long that will be.
MemoryEstimate memory_of(const FramePlan& plan);

}  // namespace mariani::deep::cuda
