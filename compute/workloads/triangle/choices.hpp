// The closed choices of the workload, and the one table of their names.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/workloads/triangle/maps.hpp"

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

}  // namespace mariani::triangle

namespace mariani {

template <>
std::span<const Choice<triangle::MapKind>> choices<triangle::MapKind>();
template <>
std::span<const Choice<triangle::Task>> choices<triangle::Task>();
template <>
std::span<const Choice<triangle::Layout>> choices<triangle::Layout>();

}  // namespace mariani
