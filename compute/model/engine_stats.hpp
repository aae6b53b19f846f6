// What an engine counted and timed while it computed one frame.
#pragma once

#include "compute/model/delta_stats.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani {

// What is counted over the regions of one level, for sums, logs and both backends. A counter added
// here and to the list below is summed, transferred from the device and logged;
// the code that computes regions has to count it. `Int` is the accumulator's type: on the device,
// one that its atomics support. Only counters, each an Int, so that they can be summed as an
// array.
template <typename Int>
struct RegionCounts {
    Int regions;  // filled + subdivided + leaves
    Int filled;
    Int subdivided;
    Int leaves;
    Int pixels_filled;
    Int pixels_iterated;
    Int iterations;
    Int leaf_pixels;  // iterated pixels not on a border: the insides of leaves
    Int leaf_iterations;
    Int empty_children;  // children of subdivided regions that have no pixel
};

template <typename Int>
using RegionCountMember = Int RegionCounts<Int>::*;

template <typename Int>
struct RegionCount {
    const char* name;  // in logs
    RegionCountMember<Int> member;
};

template <typename Int>
inline constexpr std::array region_counts = {
    RegionCount<Int>{"regions", &RegionCounts<Int>::regions},
    RegionCount<Int>{"filled", &RegionCounts<Int>::filled},
    RegionCount<Int>{"subdivided", &RegionCounts<Int>::subdivided},
    RegionCount<Int>{"leaves", &RegionCounts<Int>::leaves},
    RegionCount<Int>{"pixels_filled", &RegionCounts<Int>::pixels_filled},
    RegionCount<Int>{"pixels_iterated", &RegionCounts<Int>::pixels_iterated},
    RegionCount<Int>{"iterations", &RegionCounts<Int>::iterations},
    RegionCount<Int>{"leaf_pixels", &RegionCounts<Int>::leaf_pixels},
    RegionCount<Int>{"leaf_iterations", &RegionCounts<Int>::leaf_iterations},
    RegionCount<Int>{"empty_children", &RegionCounts<Int>::empty_children},
};

static_assert(sizeof(RegionCounts<std::int64_t>) ==
                  region_counts<std::int64_t>.size() * sizeof(std::int64_t),
              "a counter is missing in the list");

template <typename Int>
RegionCounts<Int>& operator+=(RegionCounts<Int>& sum, const RegionCounts<Int>& more) {
    for (const auto& count : region_counts<Int>) sum.*count.member += more.*count.member;
    return sum;
}

// One level of the subdivision.
struct LevelStats : RegionCounts<std::int64_t> {
    LevelStats() : RegionCounts() {}

    int level = 0;
    double side = 0;  // of the level's regions, in pixels: max(W, H) / (g r^level)
    double ms = 0;
};

// Adds the same level of another thread or another part of the picture.
inline LevelStats& operator+=(LevelStats& sum, const LevelStats& more) {
    static_cast<RegionCounts<std::int64_t>&>(sum) += more;
    sum.ms += more.ms;
    return sum;
}

// P_i of the paper: a level's live subdivision probability.
inline double subdivision_probability(const LevelStats& level) {
    return level.regions == 0
               ? 0.0
               : static_cast<double>(level.subdivided) / static_cast<double>(level.regions);
}

struct EngineStats {
    std::string device;              // "AMD EPYC, 2 threads, AVX-512"
    std::string engine_reason;       // why `automatic` chose it; empty if the user did
    std::string precision_reason;    // why `automatic` chose it, or the cpu for it; may be empty
    std::string scheme_reason;       // why not the requested one; may be empty
    std::string backend_failure;     // of the backend that this one replaced; may be empty
    std::vector<LevelStats> levels;  // one for Ex
    double compute_ms = 0;
    std::optional<DeltaStats> deltas;  // of a deep precision
    // Kernels on cuda: those launched by the host and, for DP, by the device. None on cpu.
    std::int64_t launches = 0;
    std::int64_t failed_launches = 0;  // DP on cuda: done in place by the launching block
    std::int64_t full_table = 0;       // ASK on cuda: regions done in place because a list was full

    // Over all levels.
    RegionCounts<std::int64_t> total() const {
        RegionCounts<std::int64_t> sum{};
        for (const auto& level : levels) sum += level;
        return sum;
    }
};

}  // namespace mariani
