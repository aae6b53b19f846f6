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
                         "The dwell of z^2 + c, from z = w, over c.re, c.im, w.re and w.im."},
        Choice<Function>{Function::mandelbulb, "mandelbulb", "Mandelbulb",
                         "The eighth power of a point in space, plus that point."},
    };
    return all;
}

template <>
std::span<const Choice<Rule>> choices<Rule>() {
    static constexpr std::array all{
        Choice<Rule>{Rule::uniform, "uniform", "uniform",
                     "Fill if the whole border has the same dwell."},
        Choice<Rule>{Rule::interior, "interior", "interior",
                     "Fill only if the whole border is inside."},
        Choice<Rule>{Rule::sides, "sides", "sides",
                     "Fill if the faces around c are inside; no border is needed along w."},
    };
    return all;
}

template <>
std::span<const Choice<volume::EngineKind>> choices<volume::EngineKind>() {
    static constexpr std::array all{
        Choice<volume::EngineKind>{volume::EngineKind::ex, "ex", "Ex", "Every voxel."},
        Choice<volume::EngineKind>{volume::EngineKind::dp, "dp", "DP",
                                   "Regions by recursion; on cuda with launches from the device."},
        Choice<volume::EngineKind>{volume::EngineKind::ask, "ask", "ASK",
                                   "Regions level by level, from a list of those to subdivide."},
        Choice<volume::EngineKind>{
            volume::EngineKind::surface, "surface", "Surface",
            "Borders of regions, then only voxels next to a different dwell."},
    };
    return all;
}

template <>
std::span<const Choice<Encoding>> choices<Encoding>() {
    static constexpr std::array all{
        Choice<Encoding>{Encoding::coords, "coords", "coordinates", "One number per axis."},
        Choice<Encoding>{Encoding::canonical, "canonical", "canonical",
                         "The position in the level's lattice, row by row."},
        Choice<Encoding>{Encoding::morton, "morton", "Morton",
                         "The axes' bits interleaved; g and r must be powers of two."},
        Choice<Encoding>{Encoding::hilbert, "hilbert", "Hilbert",
                         "The position along Hilbert's curve; g and r must be powers of two."},
        Choice<Encoding>{Encoding::levels, "levels", "levels",
                         "The first region, then one digit per level; any g and r."},
    };
    return all;
}

template <>
std::span<const Choice<Order>> choices<Order>() {
    static constexpr std::array all{
        Choice<Order>{Order::arrival, "arrival", "arrival", "In the order of subdivision."},
        Choice<Order>{Order::stable, "stable", "stable", "In the order of their parents."},
        Choice<Order>{Order::sorted, "sorted", "sorted", "In the order of the entries' values."},
    };
    return all;
}

}  // namespace mariani
