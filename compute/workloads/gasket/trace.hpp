// One step seen from its blocks: which cells each computes, when and where; and how often each cell
// is computed.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::gasket {

struct BoxSquare {
    Cell corner;  // the upper left
    std::uint32_t side = 1;
    bool operator==(const BoxSquare&) const = default;
};

// How the blocks of a step share the cells. A block computes cells that follow each other in
// compact order, or, where it stands for a place of the box that is a hole, none.
struct BlockGrid {
    BlockOrder order = BlockOrder::compact;  // in which the blocks are numbered
    Shape blocks;                            // the fractal with blocks for cells; not of runs
    std::uint64_t block_cells = 1;           // of the fractal that a block computes, at most
    std::uint32_t count = 1;                 // of blocks
    bool squares = false;  // of the box, with a thread for each place, of holes too

    // That computes the cell with this number in compact order.
    std::uint32_t block_of(std::uint32_t cell) const;
    // That has a thread for a place of the box with such sides; nothing if none has.
    std::optional<std::uint32_t> block_at(Cell place, std::uint32_t side) const;
    // Those of the fractal's box in which the block works: the cells in them are its own, and it
    // has no others.
    std::vector<BoxSquare> squares_of(std::uint32_t block, const Shape& shape) const;

  private:
    Cell place_of(std::uint32_t number) const;  // of a block that is a square
    std::uint32_t number_at(Cell block) const;  // a member, where the order is not expanded
};

// Blocks of a layout: all of the box where the order is expanded, else the fractal's.
BlockGrid grid_of(const CellLayout& layout, BlockOrder order);
// Runs of so many cells.
BlockGrid grid_of_runs(std::uint64_t cells, std::uint64_t block_cells);

// The most places of a layout for which there is memory to count visits.
inline constexpr std::uint64_t max_traced_places = std::uint64_t{1} << 24;

// Throws std::invalid_argument, with what is allowed, if there are more.
void expect_traceable(std::uint64_t places);

struct StepTrace {
    BlockGrid grid;
    BlockTrace blocks;                  // in the order of their numbers
    std::vector<std::uint32_t> visits;  // of each cell, in compact order: once, if the map is right
    std::uint64_t outside = 0;          // visits of what is no cell

    std::uint64_t cells_not_once() const;
};

// Adds the visits of a layout's places to the trace.
void add_visits(const CellLayout& layout, std::span<const std::uint32_t> visits, StepTrace& trace);

// Adds those of cells that a step over dead cells and one over living ones leave alike: they were
// computed; how often is not known.
void add_visits(const State& over_dead, const State& over_living, StepTrace& trace);

}  // namespace mariani::gasket
