// What a user sets of the workload `triangle`: its closed choices, and a knob for each value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/workloads/triangle/maps.hpp"

#include <optional>
#include <stdexcept>

namespace mariani::triangle {

enum class MapKind {
    bb,
    ltm,
    ltm_square,
    ltm_strict,
    utm,
    rb,
    rb_threads,
    rec,
    h,
    dp,
    ltm_x,
    ltm_r,
    ltm_n,
    rb_printed,
    utm_printed,
    utm_n,
    ltm_strict_printed
};

// The test, as the papers call it: what the kernels under a map do with each cell.
enum class Task { map, dummy, accumulate, edm, collision };

// How a test's values lie in memory.
enum class Layout { packed, tiles, full };

// Those whose root the paper corrects by an epsilon.
constexpr bool has_epsilon(MapKind map) {
    return map == MapKind::ltm_x || map == MapKind::ltm_r || map == MapKind::ltm_n;
}

// Those whose pairs are wrong where a root in single precision is.
constexpr bool has_wrong_pairs(MapKind map) {
    return map == MapKind::utm_printed || map == MapKind::utm_n;
}

// Exhibits are maps of the seed that are not exact: what breaks is shown, so they are compared with
// nothing and measured only by name.
constexpr bool is_exhibit(MapKind map) {
    return has_epsilon(map) || map == MapKind::rb_printed || has_wrong_pairs(map) ||
           map == MapKind::ltm_strict_printed;
}

// Calls use(Map{}) with the map's struct.
template <typename Use>
decltype(auto) with_map(MapKind map, const Use& use) {
    switch (map) {
        case MapKind::bb:
            return use(BoundingBox{});
        case MapKind::ltm:
            return use(LinearTriangle<ExactRow, false>{});
        case MapKind::ltm_square:
            return use(LinearTriangle<ExactRow, true>{});
        case MapKind::ltm_strict:
            return use(StrictTriangle<false>{});
        case MapKind::utm:
            return use(UpperTriangle<ExactPairs>{});
        case MapKind::rb:
            return use(FoldedBlocks{});
        case MapKind::rb_threads:
            return use(FoldedThreads<false>{});
        case MapKind::rec:
            return use(RecursivePartition{});
        case MapKind::h:
            return use(HMap{});
        case MapKind::dp:
            return use(DividedTriangle{});
        case MapKind::ltm_x:
            return use(LinearTriangle<RowByRoot, true>{});
        case MapKind::ltm_r:
            return use(LinearTriangle<RowByReciprocal, true>{});
        case MapKind::ltm_n:
            return use(LinearTriangle<RowByNewton, true>{});
        case MapKind::rb_printed:
            return use(FoldedThreads<true>{});
        case MapKind::utm_printed:
            return use(UpperTriangle<PrintedPairs>{});
        case MapKind::utm_n:
            return use(UpperTriangle<NewtonPairs>{});
        case MapKind::ltm_strict_printed:
            return use(StrictTriangle<true>{});
    }
    throw std::logic_error("a map without a struct");
}

// Whether it maps threads, each for itself, and not blocks.
inline bool is_of_threads(MapKind map) {
    return with_map(map, [](auto of) { return decltype(of)::of_threads; });
}

namespace limits {
inline constexpr IntegerRange side{1, 131'072};
inline constexpr double max_time = 1e6;  // s
}  // namespace limits

inline constexpr int default_side = 1024;
inline constexpr double printed_epsilon = 1e-4;  // of the seed

// Nothing where the program is to choose.
struct Problem {
    Task test = Task::edm;
    int side = default_side;           // N
    std::optional<int> block;          // rho: 16; collision 128
    std::optional<int> features;       // 4; collision 3
    std::optional<bool> diagonal;      // on; collision off
    double epsilon = printed_epsilon;  // of maps that have one
    std::optional<int> rec_base;       // m of REC: that with the fewest blocks
    std::optional<int> cells;          // suited_cells()
    std::optional<Layout> layout;      // packed; collision tiles
    Seed seed = 1;
    double time = 0;  // in s
    bool operator==(const Problem&) const = default;
};

}  // namespace mariani::triangle

namespace mariani {

template <>
std::span<const Choice<triangle::MapKind>> choices<triangle::MapKind>();
template <>
std::span<const Choice<triangle::Task>> choices<triangle::Task>();
template <>
std::span<const Choice<triangle::Layout>> choices<triangle::Layout>();

template <>
const KnobTable& knob_table<triangle::Problem>();

}  // namespace mariani
