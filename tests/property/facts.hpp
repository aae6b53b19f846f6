// The contents of a frame, in host memory.
#pragma once

#include "compute/engine.hpp"

#include <cstdint>
#include <vector>

namespace mariani::tests {

struct Facts {
    FramePlan plan;
    EngineStats stats;
    std::vector<std::uint32_t> dwells;  // of plan.part, row by row, like the next two
    std::vector<float> fractions;       // empty if not requested
    std::vector<std::uint32_t> work;    // empty if not requested
    std::vector<Region> regions;        // by level, then y, then x
    RegionMap map;                      // of plan.image

    std::size_t index(int x, int y) const {  // of a pixel of the image
        return static_cast<std::size_t>(y - plan.part.y) *
                   static_cast<std::size_t>(plan.part.width) +
               static_cast<std::size_t>(x - plan.part.x);
    }
    bool subdivided() const { return plan.engine != EngineKind::ex; }
};

Facts facts_of(const Frame& frame);

}  // namespace mariani::tests
