#include "compute/workloads/volume/sight.hpp"

#include <algorithm>

namespace mariani::volume {

std::vector<std::uint16_t> cell_table(const Sides& side, std::uint32_t lattice) {
    std::vector<std::uint16_t> table;
    for (int axis = 0; axis < space_axes; ++axis) {
        for (std::uint32_t cell = 0; cell < lattice; ++cell) {
            const int begin = cell_begin(cell, side.of[axis], lattice);
            const int end = cell_begin(cell + 1, side.of[axis], lattice);
            table.insert(table.end(), static_cast<std::size_t>(end - begin),
                         static_cast<std::uint16_t>(cell));
        }
        for (std::uint32_t cell = 0; cell <= lattice; ++cell)
            table.push_back(static_cast<std::uint16_t>(cell_begin(cell, side.of[axis], lattice)));
    }
    return table;
}

// Ex has no regions of its own.
SteppedLattices stepped_lattices(const Plan& plan) {
    Plan cut = plan;
    if (!has_regions(plan.engine)) {
        cut.g = std::min<int>(Plan{}.g, static_cast<int>(longest(plan.side)));
        cut.r = Plan{}.r;
        cut.B = Plan{}.B;
    }
    const Code code = code_of(cut);
    return {code.lattice(0), code.lattice(last_level(cut))};
}

}  // namespace mariani::volume
