// The cells of tiles as lines: from and to the canonical state, and across the tiles' borders.
#pragma once

#include "compute/workloads/gasket/cpu/group_step.hpp"
#include "compute/workloads/gasket/state.hpp"
#include "compute/workloads/gasket/tiles.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace mariani::gasket::cpu {

// From the state to the lines of a group.
void slice(const State& state, const TileLayout& layout, std::int64_t group, Line* lines);

// Back, into a state whose cells of this group are dead. Groups may be written at the same time: no
// word of a state belongs to two of them.
void unslice(const Line* lines, const TileLayout& layout, std::int64_t group, State& state);

// Which neighbours the tiles of each group meet in their corners.
class GroupNeighbours {
  public:
    // `levels`: of tiles in the fractal.
    GroupNeighbours(const TileLayout& layout, int levels);

    // Gathers the group's halo from the lines of all groups; anything for tiles without a
    // neighbour. Where not `whole`, only contacts are written.
    void gather(const Line* lines, std::int64_t group, bool whole, Line* halo) const;

    // The tiles of the group that belong to each TileSet.
    std::array<Line, tile_sets> sets_of(std::int64_t group) const;

  private:
    struct Group {
        std::array<Line, corners> there, first;
    };
    const Group& of(std::int64_t group) const { return groups_[static_cast<std::size_t>(group)]; }

    TileLayout layout_;
    std::vector<TileLink> links_;
    std::vector<Group> groups_;
};

}  // namespace mariani::gasket::cpu
