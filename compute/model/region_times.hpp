// When and where the regions of a frame were computed. Recording computes each of them by itself,
// which takes longer: no timed run does it.
#pragma once

#include "compute/model/region.hpp"

#include <cstdint>
#include <vector>

namespace mariani {

// A region's border, which decides its outcome, comes before its inside.
enum class RegionPart : std::uint8_t { border, inside };

struct RegionTime {
    PixelRect rect;                         // the whole region; of Ex a band or tile
    LatticeCell cell;                       // its place in its level's lattice; only of borders
    std::int64_t begin_ns = 0, end_ns = 0;  // since the frame began
    std::uint16_t unit = 0;                 // multiprocessor on cuda, thread on cpu
    std::uint8_t level = 0;
    Outcome outcome = Outcome::leaf;
    RegionPart part = RegionPart::border;
    bool launched = false;  // DP: by its parent's border, or an inside by its own
};

struct RegionTimes {
    std::vector<RegionTime> spans;       // in any order
    std::vector<std::int64_t> begin_ns;  // ASK: of each level's pass
};

}  // namespace mariani
