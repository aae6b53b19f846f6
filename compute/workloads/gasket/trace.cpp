#include "compute/workloads/gasket/trace.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace mariani::gasket {

std::uint32_t BlockGrid::block_of(std::uint32_t cell) const {
    const auto block = static_cast<std::uint32_t>(cell / block_cells);
    return order == BlockOrder::compact ? block : number_at(lambda1(blocks, block));
}

std::optional<std::uint32_t> BlockGrid::block_at(Cell place, std::uint32_t side) const {
    if (!squares) return std::nullopt;
    const std::uint32_t rho = side / blocks.side;
    const Cell block{place.x / rho, place.y / rho};
    if (order != BlockOrder::expanded && !is_member(blocks, block)) return std::nullopt;
    return number_at(block);
}

// A run is cut into copies of the fractal, as large as they are whole in it.
std::vector<BoxSquare> BlockGrid::squares_of(std::uint32_t block, const Shape& shape) const {
    if (squares) {
        const Cell at = place_of(block);
        const std::uint32_t rho = shape.side / blocks.side;
        return {{{at.x * rho, at.y * rho}, rho}};
    }
    std::vector<BoxSquare> found;
    std::uint64_t from = block * block_cells;
    const std::uint64_t end = std::min(from + block_cells, shape.cells);
    while (from < end) {
        std::uint64_t cells = 1;
        std::uint32_t side = 1;
        while (from % (cells * shape.copies) == 0 && from + cells * shape.copies <= end) {
            cells *= shape.copies;
            side *= shape.base;
        }
        const Cell first = lambda1(shape, static_cast<std::uint32_t>(from));
        found.push_back({{first.x - first.x % side, first.y - first.y % side}, side});
        from += cells;
    }
    return found;
}

Cell BlockGrid::place_of(std::uint32_t number) const {
    if (order == BlockOrder::expanded) return {number % blocks.side, number / blocks.side};
    if (order == BlockOrder::compact) return lambda1(blocks, number);
    return lambda(blocks, {number % blocks.compact.x, number / blocks.compact.x});
}

std::uint32_t BlockGrid::number_at(Cell block) const {
    if (order == BlockOrder::expanded) return block.y * blocks.side + block.x;
    if (order == BlockOrder::compact) return nu1(blocks, block);
    const Cell compact = nu(blocks, block);
    return compact.y * blocks.compact.x + compact.x;
}

BlockGrid grid_of(const CellLayout& layout, BlockOrder order) {
    const Shape& blocks = layout.blocks;
    const auto count =
        order == BlockOrder::expanded ? std::uint64_t{blocks.side} * blocks.side : blocks.cells;
    BlockGrid grid;
    grid.order = order;
    grid.blocks = blocks;
    grid.block_cells = layout.block.cells;
    grid.count = static_cast<std::uint32_t>(count);
    grid.squares = true;
    return grid;
}

BlockGrid grid_of_runs(std::uint64_t cells, std::uint64_t block_cells) {
    BlockGrid grid;
    grid.block_cells = block_cells;
    grid.count = static_cast<std::uint32_t>((cells + block_cells - 1) / block_cells);
    return grid;
}

void expect_traceable(std::uint64_t places) {
    if (places <= max_traced_places) return;
    throw std::invalid_argument("a step of this engine has " + std::to_string(places) +
                                " places, and at most " + std::to_string(max_traced_places) +
                                " are recorded: choose a smaller level r");
}

std::uint64_t StepTrace::cells_not_once() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(visits, [](std::uint32_t times) { return times != 1; }));
}

void add_visits(const CellLayout& layout, std::span<const std::uint32_t> visits, StepTrace& trace) {
    trace.visits.resize(layout.cells());
    std::uint64_t inside = 0;
    for (std::uint32_t cell = 0; cell < layout.cells(); ++cell)
        inside += trace.visits[cell] = visits[layout.place_of(cell)];
    trace.outside = std::accumulate(visits.begin(), visits.end(), std::uint64_t{0}) - inside;
}

void add_visits(const State& over_dead, const State& over_living, StepTrace& trace) {
    trace.visits.resize(over_dead.cells());
    for (std::uint64_t cell = 0; cell < over_dead.cells(); ++cell)
        trace.visits[cell] = over_dead.alive(cell) == over_living.alive(cell) ? 1 : 0;
}

}  // namespace mariani::gasket
