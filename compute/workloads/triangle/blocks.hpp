// A map block by block, on the host: what pictures show of it.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace mariani::triangle {

// A block of parallel space.
struct BlockPlace {
    int pass = 0;    // number of its launch
    int column = 0;  // in the launch's grid
    int row = 0;
    Count number = 0;  // in the order of the launches
    BlockUse use = BlockUse::wasted;
};

// Calls use(place, cells) for every block, in that order; `cells` are those of its threads that are
// to be computed.
void for_each_block(const Plan& plan,
                    const std::function<void(const BlockPlace&, std::span<const Cell>)>& use);

// Those cells of one block, by its place.
std::vector<Cell> cells_of(const Plan& plan, const BlockPlace& place);

// A map asked block by block and cell by cell, without tables: for triangles of any size.
class Lookup {
  public:
    explicit Lookup(const Plan& plan);

    Count blocks() const { return first_.back(); }
    // By its number, in the order of the launches.
    BlockPlace place(Count number) const;
    // The number of the block in a column and row of a launch's grid.
    Count number(int pass, int column, int row) const;
    BlockUse use(int pass, int column, int row) const;

    // The cell of a thread, by its column x and row y in the block; nothing if it has none that is
    // to be computed.
    std::optional<Cell> cell(const BlockPlace& block, int x, int y) const;

    // The number of the block that computes a cell of the domain. Of an exhibit: that would, were
    // it exact.
    Count block_of(Cell cell) const;

  private:
    MapKind map_;
    Shape shape_;
    std::vector<Pass> passes_;
    std::vector<Count> first_;  // numbers of the launches' first blocks, and of all blocks
};

}  // namespace mariani::triangle
