#include "compute/workloads/volume/rooms.hpp"

#include "compute/workloads/volume/trap.hpp"

namespace mariani::volume::cuda {

std::size_t traps_bytes(const Plan& plan) {
    const std::size_t size =
        plan.precision == Precision::f32 ? sizeof(Trap<float>) : sizeof(Trap<double>);
    return plan.function == Function::julibrot
               ? std::size_t{plan.side.of[0]} * plan.side.of[1] * size
               : 0;
}

std::size_t most_regions(const Plan& plan) {
    const Code code = code_of(plan);
    std::size_t count = 0;
    for (int level = 0; level <= last_level(plan); ++level)
        count += static_cast<std::size_t>(power(code.lattice(level), plan.axes));
    return count;
}

// A region's children are a launch, or the pieces of its voxels.
std::size_t most_launches(const Plan& plan) {
    const Code code = code_of(plan);
    std::size_t count = 0;
    for (int level = 0; level <= last_level(plan); ++level) {
        const Sides side = most_sides(plan.side, plan.axes, code.lattice(level));
        const bool in_pieces = plan.scheme == Scheme::mbr && voxel_count(side) > piece_voxels;
        if (level < last_level(plan) || in_pieces)
            count += static_cast<std::size_t>(power(code.lattice(level), plan.axes));
    }
    return count;
}

std::size_t front_bytes(const Plan& plan, int level, std::size_t regions) {
    const Sides side = most_sides(plan.side, plan.axes, code_of(plan).lattice(level));
    return 2 * sizeof(std::uint32_t) * regions * words_of(side);
}

}  // namespace mariani::volume::cuda
