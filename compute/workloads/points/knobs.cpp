#include "compute/workloads/points/problem.hpp"

namespace mariani::points {
namespace {

constexpr bool has_own_block(EngineKind engine) {
    return !sorts(engine);
}

constexpr Knob knobs[] = {
    knob<&Problem::count>({.id = "points",
                           .label = "Points",
                           .help = "Number of points",
                           .integers = limits::count,
                           .stepped = true}),
    knob<&Problem::rule, &SplitRule::min>({.id = "min",
                                           .label = "Min",
                                           .help = "A node with more points is subdivided",
                                           .integers = limits::count,
                                           .stepped = true}),
    knob<&Problem::rule, &SplitRule::depth>(
        {.id = "depth",
         .label = "Depth",
         .help = "Deepest level of the tree; the whole square is level 0",
         .integers = {1, max_depth}}),
    knob<&Problem::distribution>({.id = "distribution",
                                  .label = "Emitter",
                                  .help = "Places of the points before they move"}),
    knob<&Problem::seed>({.id = "seed", .label = "Seed", .help = "Random seed of the points"}),
    knob<&Problem::time>({.id = "time",
                          .label = "Time",
                          .help = "Points after T seconds of motion",
                          .reals = {0, limits::time},
                          .unit = "seconds",
                          .placeholder = "T",
                          .column = "input_s"}),
    knob<&Problem::pool>({.id = "pool",
                          .label = "Pool",
                          .help = "Pending launches allowed; beyond that, the parent does the work",
                          .integers = {1, std::int64_t{1} << 20},
                          .stepped = true,
                          .engines = engines_where(is_recursive),
                          .idle = "the others launch nothing from the device"}),
    knob<&Problem::block>({.id = "block",
                           .label = "Block",
                           .help = "Threads per block on a GPU",
                           .integers = {warp_threads, 1024},
                           .multiple = warp_threads,
                           .stepped = true,
                           .engines = engines_where(has_own_block),
                           .idle = "the others have their own blocks",
                           .idle_on_cpu = "tasks have no blocks"}),
};
static_assert(std::size(knobs) == field_count<Problem>() + field_count<SplitRule>() - 1,
              "each member of the problem has a knob");

constexpr KnobTable table{"Points", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::points

namespace mariani {

namespace {
using PointsEngine = points::EngineKind;
using points::Distribution;
}  // namespace

template <>
const KnobTable& knob_table<points::Problem>() {
    return points::table;
}

template <>
std::span<const Choice<PointsEngine>> choices<PointsEngine>() {
    static constexpr Choice<PointsEngine> all[]{
        {PointsEngine::dp, "dp", "DP",
         "A block per node: the root is one block, and one launch makes its four children."},
        {PointsEngine::dp_mbr, "dp-mbr", "DP-MBR",
         "The same, with a block for every 4096 points of a node."},
        {PointsEngine::ask, "ask", "ASK",
         "Level by level: histogram, scan and stable scatter of all nodes."},
        {PointsEngine::linear, "linear", "linear",
         "Sorts points by Morton key and finds nodes by searching the keys."},
        {PointsEngine::karras, "karras", "Karras",
         "The radix tree of the sorted keys, all at once; its cells are nodes."},
    };
    return all;
}

template <>
std::span<const Choice<Distribution>> choices<Distribution>() {
    static constexpr Choice<Distribution> all[]{
        {Distribution::uniform, "uniform", "uniform", "Uniformly over the square."},
        {Distribution::clumps, "clumps", "clumps", "In 32 clumps."},
        {Distribution::spiral, "spiral", "spiral", "Along the two arms of a spiral."},
        {Distribution::grid, "grid", "grid",
         "Equidistant, row by row, as in the textbook's exercise."},
        {Distribution::mouse, "mouse", "mouse", "Around one place."},
        {Distribution::picture, "picture", "picture",
         "In a picture's pixels; brighter pixels have more points."},
    };
    return all;
}

}  // namespace mariani
