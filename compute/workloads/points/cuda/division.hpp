// Trees whose points move from level to level: what host and device share of dp, dp-mbr and ask. As
// in launches.hpp, nothing here waits, allocates or looks at what another launch found.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/workloads/points/cuda/launches.hpp"
#include "compute/workloads/points/rooms.hpp"

#include <cstdint>

namespace mariani::points::cuda {

using mariani::cuda::Count;

// All 0 at a run's begin.
struct DivisionControl {
    unsigned stop;   // set by the host: give up the run
    unsigned nodes;  // of dp: listed, without the root
    mariani::cuda::LaunchPool pool;
};

// When the levels of a recorded run begin and end: with the begin of the first block that has to do
// with their nodes, and the end of the last one. Levels overlap in dp.
struct LevelTimes {
    Count begin_ns[max_depth + 1];  // ~0 at first
    Count end_ns[max_depth + 1];    // 0 at first
};

MARIANI_HOST_DEVICE constexpr std::uint32_t piece_count(const Node& node) {
    return (point_count(node) + piece_points - 1) / piece_points;
}

// DP's one launch, which begins all others on the device.
struct DpMemory {
    PointBuffers points;
    Node* nodes = nullptr;  // most_nodes() of them
    DivisionControl* control = nullptr;
    unsigned* ended = nullptr;        // blocks of each launch of four children; 0 between runs
    unsigned* arrived = nullptr;      // of dp-mbr: blocks of each node, by slot; 0 between runs
    std::uint32_t* shares = nullptr;  // likewise: a quadrant's of all slots, then the next one's
    LevelTimes* times = nullptr;      // of a run that is recorded
};
void launch_dp(const Plan& plan, const DpMemory& memory, const Stream& stream);

struct AskWork {  // of a level
    unsigned pieces;
    unsigned taken;
};
struct AskMemory {
    PointBuffers points;
    Node* nodes = nullptr;
    Counts* counts = nullptr;
    DivisionControl* control = nullptr;
    AskWork* work = nullptr;      // by level
    Piece* pieces = nullptr;      // most_pieces() of them
    Quadrants* before = nullptr;  // of each piece: in its node's earlier ones
    Quadrants* sums = nullptr;    // of each node that is cut: most_nodes() / 4
    Count* told = nullptr;        // 4 * slot_count(): by quadrant, then by slot
};
void launch_ask(const Plan& plan, const AskMemory& memory, const AtLevel& at_level,
                const Stream& stream);

}  // namespace mariani::points::cuda
