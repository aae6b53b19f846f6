// What is counted over the regions of one level: the one list that sums, logs and both backends
// share.
#pragma once

#include <array>
#include <cstdint>

namespace mariani {

// A counter added here and to the list below is summed, transferred from the device and logged;
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

}  // namespace mariani
