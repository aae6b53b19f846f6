#include "compute/workloads/mandelbrot/deep/cuda/memory.hpp"

#include <algorithm>

namespace mariani::deep::cuda {

// A tree's pixels that were filled are iterated at last for how they escape, beside its own rungs.
MemoryEstimate memory_of(const FramePlan& plan) {
    const bool escapes = plan.smooth || plan.exterior;
    const std::int64_t lists = plan.engine != EngineKind::ex && escapes ? 2 : 1;
    const auto pixels = std::min(static_cast<std::size_t>(pixel_count(plan.part)), most_pixels);
    return {memory_remedy,
            {{"for the pixels at a time",
              lists * static_cast<std::int64_t>(room_bytes(pixels, escapes))}},
            plan.device};
}

}  // namespace mariani::deep::cuda
