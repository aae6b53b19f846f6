#include "compute/workloads/gasket/cell_layout.hpp"

namespace mariani::gasket {

CellLayout cell_layout(const Fractal& fractal, int level, int rho, BlockOrder order) {
    int block_level = 0;
    while (block_level < level &&
           shape_of(fractal, block_level + 1).side <= static_cast<std::uint32_t>(rho))
        ++block_level;
    return {shape_of(fractal, level - block_level), shape_of(fractal, block_level), order};
}

}  // namespace mariani::gasket
