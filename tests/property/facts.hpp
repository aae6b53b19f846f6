// What a frame says, in host memory.
#pragma once

#include "compute/engine.hpp"

#include <cstdint>
#include <vector>

namespace mariani::tests {

struct Facts {
    FrameRequest request;  // as computed
    EngineStats stats;
    std::vector<std::uint32_t> dwells;  // of request.part, row by row, as are the others
    std::vector<float> fractions;       // empty where they were not asked for
    std::vector<std::uint32_t> work;    // empty where it was not asked for
    std::vector<Region> regions;        // by level, then y, then x
    RegionMap map;                      // of request.image

    std::size_t index(int x, int y) const {  // of a pixel of the image
        return static_cast<std::size_t>(y - request.part.y) *
                   static_cast<std::size_t>(request.part.width) +
               static_cast<std::size_t>(x - request.part.x);
    }
    bool subdivided() const { return stats.engine != EngineKind::ex; }
};

Facts facts_of(const Frame& frame);

}  // namespace mariani::tests
