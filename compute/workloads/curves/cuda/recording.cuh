// Where and when a line's vertices are placed, in a run that is recorded.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/model/block_trace.hpp"

#include <cstdint>

namespace mariani::curves::cuda {

// Places what place() does; the thread that `notes` records that of the line. `records` may be
// null. Times are the low halves of the device's clock.
template <typename Place>
__device__ void record_placing(BlockRecord* records, std::uint32_t line, bool notes,
                               const Place& place) {
    if (records == nullptr) return place();
    const std::uint64_t begin = mariani::cuda::clock_ns();
    place();
    if (notes)
        records[line] = {line,
                         static_cast<std::uint16_t>(mariani::cuda::multiprocessor()),
                         0,
                         BlockUse::useful,
                         static_cast<std::uint32_t>(begin),
                         static_cast<std::uint32_t>(mariani::cuda::clock_ns())};
}

}  // namespace mariani::curves::cuda
