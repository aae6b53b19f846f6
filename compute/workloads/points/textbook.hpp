// The textbook's figure 13.12 (seed 001): how the points of a small tree move between two buffers,
// level by level.
#pragma once

#include "compute/workloads/points/node.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::points {

inline constexpr std::int64_t most_textbook_points = 64;

// A place of a buffer: a point's number in the input, or that nothing was written there yet.
inline constexpr std::int32_t unwritten = -1;

// Points of even levels lie in buffer 0, those of odd ones in buffer 1. A block puts the points of
// its node in the other buffer, by quadrant; one that does not and has its points in buffer 1
// copies them to buffer 0, where all are at the end.
struct BufferStep {
    std::array<std::vector<std::int32_t>, 2> buffers;  // before the blocks of this level
    std::vector<Node> nodes;                           // theirs; none at the end
};

// A step for each level, and the end. The points of a quadrant stay in their order, as they do with
// a single thread: with more, the textbook's atomic counters leave it open. There are at most
// most_textbook_points.
std::vector<BufferStep> textbook_steps(const SplitRule& rule, std::span<const Point> input);

// Where a point goes from its place in a step; the buffers are those of both places.
struct BufferMove {
    std::int32_t point = 0;
    std::uint32_t from = 0, to = 0;
    std::size_t source = 0, target = 0;
    bool operator==(const BufferMove&) const = default;
};
std::vector<BufferMove> moves_between(const SplitRule& rule, const BufferStep& step,
                                      const BufferStep& next);

}  // namespace mariani::points
