#include "compute/workloads/gasket/cell_layout.hpp"

namespace mariani::gasket {
namespace {

// Whether a cell of the ring, at `to` of the block with its ring, is beside a cell of the block.
bool touches(const Shape& block, std::uint32_t to) {
    const std::uint32_t wide = block.side + 2;
    for (int direction = 0; direction < directions; ++direction) {
        const auto beside = neighbour_of({to % wide, to / wide}, direction, wide);
        const Cell inside{beside.at.x - 1, beside.at.y - 1};
        if (beside.inside && inside.x < block.side && inside.y < block.side &&
            is_member(block, inside))
            return true;
    }
    return false;
}

}  // namespace

std::vector<HaloCell> whole_halo(std::uint32_t rho) {
    std::vector<HaloCell> cells;
    for (std::uint32_t i = 0; i < halo_cells(rho); ++i) cells.push_back(halo_cell(i, rho));
    return cells;
}

std::vector<HaloCell> contacts(const Shape& block) {
    std::vector<HaloCell> cells;
    for (const auto& cell : whole_halo(block.side))
        if (is_member(block, {cell.from % block.side, cell.from / block.side}) &&
            touches(block, cell.to))
            cells.push_back(cell);
    return cells;
}

}  // namespace mariani::gasket
