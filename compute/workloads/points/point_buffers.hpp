// The two buffers between which engines move points, level by level: one source for host and
// device.
#pragma once

#include "compute/workloads/points/cell.hpp"

#include <cstdint>

namespace mariani::points {

// As in the textbook, points of even levels lie in the first buffer and of odd ones in the second;
// at level 0 they are still the input. The first has the tree's points at last.
struct PointBuffers {
    const Point* input = nullptr;
    Point* first = nullptr;
    Point* second = nullptr;

    MARIANI_HOST_DEVICE constexpr const Point* at(std::uint32_t level) const {
        if (level == 0) return input;
        return level % 2 == 0 ? first : second;
    }
    MARIANI_HOST_DEVICE constexpr Point* below(std::uint32_t level) const {
        return level % 2 == 0 ? second : first;
    }
};

// Points that are counted or moved at once where several blocks divide a node.
inline constexpr std::uint32_t piece_points = 4096;

}  // namespace mariani::points
