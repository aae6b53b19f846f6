#include "compute/workloads/volume/runner.hpp"

#include <cstring>

namespace mariani::volume {

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
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
