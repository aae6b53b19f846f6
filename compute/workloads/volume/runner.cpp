#include "compute/workloads/volume/runner.hpp"

#include "compute/workloads/volume/cpu/runner.hpp"
#include "compute/workloads/volume/cuda/runner.hpp"

#include <cstring>
#include <new>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::volume {

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    try {
        return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
    } catch (const std::bad_alloc&) {
        throw std::runtime_error(
            fmt::format("the volume needs {} MiB of memory, more than there is: take a smaller n",
                        output_bytes(plan) >> 20));
    }
}

std::uint32_t dwell_at(const Plan& plan, const std::vector<std::byte>& output, Index voxel) {
    std::uint32_t wide = 0;
    std::uint16_t narrow = 0;
    if (has_wide_dwells(plan)) {
        std::memcpy(&wide, output.data() + 4 * voxel, sizeof(wide));
        return wide;
    }
    std::memcpy(&narrow, output.data() + 2 * voxel, sizeof(narrow));
    return narrow;
}

}  // namespace mariani::volume
