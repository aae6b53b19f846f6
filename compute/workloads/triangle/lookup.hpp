// A map asked block by block and cell by cell, without tables: for triangles of any size.
#pragma once

#include "compute/workloads/triangle/blocks.hpp"

#include <optional>
#include <vector>

namespace mariani::triangle {

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
