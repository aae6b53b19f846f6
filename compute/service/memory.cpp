#include "compute/service/memory.hpp"

#include "compute/cuda/frame_memory.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/memory.hpp"

namespace mariani {

MemoryEstimate memory_of(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return host_memory_of(plan);
    return is_deep(plan.precision) ? deep::cuda::memory_of(plan) : cuda::memory_of(plan);
}

}  // namespace mariani
