// What the cuda runner keeps of nodes that it divides, and for how many it has room: the plan
// tells, in a build without CUDA too.
#pragma once

#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/point_buffers.hpp"

#include <cstdint>

namespace mariani::points::cuda {

// A node of more than piece_points has as many slots as pieces, from its first point's on: they are
// no other node's of its level.
inline constexpr std::uint32_t slot_points = piece_points / 2;
MARIANI_HOST_DEVICE constexpr std::uint32_t slot_of(const Node& node) {
    return node.begin / slot_points;
}
constexpr std::int64_t slot_count(std::int64_t points) {
    return points / slot_points + 1;
}

// ASK: of each level its pieces, which one launch lists, one counts and one moves.
struct Piece {
    Node node;
    std::uint32_t number;    // of the node's
    std::uint32_t children;  // of the node: where they begin among all nodes
};
struct Quadrants {
    std::uint32_t of[4];
};

// The most that a level can have.
constexpr std::int64_t most_pieces(const Plan& plan) {
    return plan.count / piece_points + plan.count / (std::int64_t{plan.rule.min} + 1) + 1;
}

}  // namespace mariani::points::cuda
