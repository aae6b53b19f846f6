#include "compute/workloads/points/choices.hpp"

#include <array>

namespace mariani {

namespace {
using PointsEngine = points::EngineKind;
using points::Distribution;
}  // namespace

template <>
std::span<const Choice<PointsEngine>> choices<PointsEngine>() {
    static constexpr std::array all{
        Choice<PointsEngine>{
            PointsEngine::dp, "dp", "DP",
            "A block per node: the root is one block, and one launch makes its four children."},
        Choice<PointsEngine>{PointsEngine::dp_mbr, "dp-mbr", "DP-MBR",
                             "The same, with a block for every 4096 points of a node."},
        Choice<PointsEngine>{PointsEngine::ask, "ask", "ASK",
                             "Level by level: histogram, scan and stable scatter of all nodes."},
        Choice<PointsEngine>{PointsEngine::linear, "linear", "linear",
                             "Sorts points by Morton key and finds nodes by searching the keys."},
        Choice<PointsEngine>{
            PointsEngine::karras, "karras", "Karras",
            "The radix tree of the sorted keys, all at once; its cells are nodes."},
    };
    return all;
}

template <>
std::span<const Choice<Distribution>> choices<Distribution>() {
    static constexpr std::array all{
        Choice<Distribution>{Distribution::uniform, "uniform", "uniform",
                             "Uniformly over the square."},
        Choice<Distribution>{Distribution::clumps, "clumps", "clumps", "In 32 clumps."},
        Choice<Distribution>{Distribution::spiral, "spiral", "spiral",
                             "Along the two arms of a spiral."},
        Choice<Distribution>{Distribution::grid, "grid", "grid",
                             "Equidistant, row by row, as in the textbook's exercise."},
        Choice<Distribution>{Distribution::mouse, "mouse", "mouse", "Around one place."},
        Choice<Distribution>{Distribution::picture, "picture", "picture",
                             "In a picture's pixels; brighter pixels have more points."},
    };
    return all;
}

}  // namespace mariani
