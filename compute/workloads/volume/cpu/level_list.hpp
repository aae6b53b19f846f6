// A level's offset lookup table (OLT): the regions that it is to decide.
#pragma once

#include "compute/workloads/volume/codes.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <cstdint>
#include <vector>

namespace mariani::volume::cpu {

struct LevelList {
    int level = 0;
    Index count = 0;
    std::vector<std::uint32_t> words;

    std::int64_t bytes() const { return static_cast<std::int64_t>(words.size()) * 4; }
};

// All regions of the first lattice, in their encoding's order.
LevelList first_list(const Code& code);

// The children of those entries whose `rank` is not negative: entry e's at r^k * rank, so that the
// ranks make the order. Then sorted by value if asked for.
LevelList next_list(const Code& code, const LevelList& parents, const std::vector<Index>& rank,
                    Index subdivided, bool sorted);

}  // namespace mariani::volume::cpu
