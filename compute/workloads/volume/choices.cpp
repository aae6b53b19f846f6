#include "compute/workloads/volume/choices.hpp"

#include <array>

namespace mariani {

using volume::Encoding;
using volume::Function;
using volume::Order;
using volume::Rule;

template <>
std::span<const Choice<Function>> choices<Function>() {
    static constexpr std::array all{
        Choice<Function>{Function::julibrot, "julibrot", "Julibrot",
                         "The dwell of z^2 + c begun at w: over c.re, c.im, w.re and w.im."},
        Choice<Function>{Function::mandelbulb, "mandelbulb", "Mandelbulb",
                         "The eighth power of a point in space, plus that point."},
    };
    return all;
}

template <>
std::span<const Choice<Rule>> choices<Rule>() {
    static constexpr std::array all{
        Choice<Rule>{Rule::uniform, "uniform", "uniform",
                     "Fill where all of the border has one dwell."},
        Choice<Rule>{Rule::interior, "interior", "interior",
                     "Fill only where all of the border is inside."},
        Choice<Rule>{Rule::sides, "sides", "sides",
                     "Fill where the faces around c are inside: no border is needed along w."},
    };
    return all;
}

template <>
std::span<const Choice<volume::EngineKind>> choices<volume::EngineKind>() {
    static constexpr std::array all{
        Choice<volume::EngineKind>{volume::EngineKind::ex, "ex", "Ex", "Every voxel."},
        Choice<volume::EngineKind>{volume::EngineKind::dp, "dp", "DP",
                                   "Regions by recursion; on cuda by launches on the device."},
        Choice<volume::EngineKind>{volume::EngineKind::ask, "ask", "ASK",
                                   "Regions level by level, from a list of those to subdivide."},
        Choice<volume::EngineKind>{volume::EngineKind::surface, "surface", "Surface",
                                   "Borders of regions, then only voxels beside another dwell."},
    };
    return all;
}

template <>
std::span<const Choice<Encoding>> choices<Encoding>() {
    static constexpr std::array all{
        Choice<Encoding>{Encoding::coords, "coords", "coordinates", "A number for each axis."},
        Choice<Encoding>{Encoding::canonical, "canonical", "canonical",
                         "The place in the level's lattice, row by row."},
        Choice<Encoding>{Encoding::morton, "morton", "Morton",
                         "The axes' bits in turn; g and r are powers of two."},
        Choice<Encoding>{Encoding::hilbert, "hilbert", "Hilbert",
                         "The place along Hilbert's curve; g and r are powers of two."},
        Choice<Encoding>{Encoding::levels, "levels", "levels",
                         "The first region, then a digit for each level; any g and r."},
    };
    return all;
}

template <>
std::span<const Choice<Order>> choices<Order>() {
    static constexpr std::array all{
        Choice<Order>{Order::arrival, "arrival", "arrival", "As regions happen to be subdivided."},
        Choice<Order>{Order::stable, "stable", "stable", "As their parents are listed."},
        Choice<Order>{Order::sorted, "sorted", "sorted", "By the entries' values."},
    };
    return all;
}

}  // namespace mariani
