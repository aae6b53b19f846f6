// A map block by block, on the host: what pictures show of it.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <functional>
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

}  // namespace mariani::triangle
