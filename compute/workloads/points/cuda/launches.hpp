// A run's launches: what the parts of the cuda runner share. Each puts its kernels into the stream
// and returns without waiting for them; none allocates memory or looks at what another one found.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/query.hpp"
#include "compute/workloads/points/sorted_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace mariani::points::cuda {

using mariani::cuda::Stream;

// A point for each index below the plan's count.
void launch_emitter(const Plan& plan, const Emitter& emitter, Point* points, const Stream& stream);

// Points and their keys, before the sort and after it.
struct SortMemory {
    const Point* input = nullptr;
    std::uint32_t* input_keys = nullptr;
    Point* points = nullptr;
    std::uint32_t* keys = nullptr;
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
};
std::size_t sort_scratch_bytes(const Plan& plan);

// Keys of points, of plan.rule.depth digits.
void launch_keys(const Plan& plan, const Point* points, std::uint32_t* keys, const Stream& stream);

// Points of one key stay in the order of the input.
void launch_sort(const Plan& plan, const SortMemory& memory, const Stream& stream);

// How many nodes there are, and where a level's begin. Karras has no levels: all are counted as of
// the first.
struct Counts {
    unsigned nodes[max_depth + 1];
    unsigned first[max_depth + 1];
};

// A new tree: its root.
void launch_root(const Plan& plan, Node* nodes, Counts* counts, const Stream& stream);

// `starts` has for each cell of the level start_level() where its points begin, and then where they
// end: that spares the levels above it their searches, which would wait for memory one by one.
constexpr std::uint32_t start_level(const SplitRule& rule) {
    return rule.depth < 8 ? rule.depth : 8;
}
constexpr std::size_t start_count(const SplitRule& rule) {
    return (std::size_t{1} << 2 * start_level(rule)) + 1;
}
struct TreeMemory {
    const std::uint32_t* keys = nullptr;  // sorted
    Node* nodes = nullptr;                // most_nodes() of them
    Counts* counts = nullptr;
    std::uint32_t* starts = nullptr;  // of linear
    RadixNode* inner = nullptr;       // of Karras: one fewer than points
};

// Calls at_level(level) before the launches for each level, and once more after those of the last.
using AtLevel = std::function<void(std::uint32_t level)>;
void launch_linear(const Plan& plan, const TreeMemory& memory, const AtLevel& at_level,
                   const Stream& stream);
void launch_karras(const Plan& plan, const TreeMemory& memory, const Stream& stream);

// Pictures and queries of a finished tree. Keys in the order of its points: those of a leaf may be
// in any order, as no search goes below it.
struct FinishedTree {
    SortedKeys sorted;
    const Point* points = nullptr;
    const Node* nodes = nullptr;
    std::int64_t node_count = 0;
};

// What TreePlanes has, each of the part's size; `counts` may be null.
struct PlaneMemory {
    std::uint8_t* levels = nullptr;
    std::uint32_t* counts = nullptr;
    std::uint32_t* density = nullptr;
};
void launch_look(const Plan& plan, const FinishedTree& tree, const TreePart& part,
                 const PlaneMemory& planes, const Stream& stream);

// Counters to be added to, 0 at first.
struct LevelCounts {
    unsigned nodes[max_depth + 1];
    unsigned subdivided[max_depth + 1];
    unsigned points[max_depth + 1];
};
void launch_level_counts(const Plan& plan, const FinishedTree& tree, LevelCounts* counts,
                         const Stream& stream);

struct DiscCounts {
    unsigned visited, whole, tested, found;
};
void launch_find(const Plan& plan, const FinishedTree& tree, const Disc& disc, DiscCounts* counts,
                 const Stream& stream);

}  // namespace mariani::points::cuda
