#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/problem.hpp"

namespace mariani::triangle {
namespace {

// Which values suit a test is told by why_invalid() of a plan.
constexpr Knob knobs[] = {
    knob<&Problem::test>({.id = "test",
                          .label = "Test",
                          .help = "What is computed of each cell (i, j) under the map"}),
    knob<&Problem::side>({.id = "n",
                          .label = "N  side",
                          .help = "The triangle's side in cells: it has N (N + 1) / 2 of them",
                          .integers = limits::side,
                          .stepped = true}),
    knob<&Problem::block>(
        {.id = "rho",
         .label = "\xcf\x81  block",
         .help = "The side of a block in cells: 8, 16, 32, 64; of collision 64, 128, 256",
         .integers = {8, 256},
         .stepped = true,
         .buttons = true,
         .automatic = "16; of collision 128"}),
    knob<&Problem::features>({.id = "features",
                              .label = "Features",
                              .help = "Coordinates of a point: of edm 1 to 4, of collision 1 or 3",
                              .integers = {1, max_features},
                              .buttons = true,
                              .automatic = "4; of collision 3"}),
    knob<&Problem::diagonal>({.id = "diagonal",
                              .label = "Diagonal",
                              .help = "Whether the cells (i, i) are computed, too",
                              .buttons = true,
                              .automatic = "on; of collision off"}),
    knob<&Problem::epsilon>({.id = "epsilon",
                             .label = "\xce\xb5  epsilon",
                             .help = "What is added to the root so that it is not too small",
                             .reals = {-0.5, 0.5},
                             .placeholder = "E",
                             .engines = engines_where(has_epsilon),
                             .idle = "the others have none"}),
    knob<&Problem::rec_base>({.id = "m",
                              .label = "m  of REC",
                              .help = "The side of the smallest squares in blocks",
                              .integers = {1, 16'384},
                              .automatic = "that with the fewest blocks",
                              .engines = engine_bit(MapKind::rec),
                              .idle = "the others have no such squares"}),
    knob<&Problem::cells>({.id = "cells",
                           .label = "Cells a thread",
                           .help = "Cells of a GPU thread: a power of two, to the block's side",
                           .integers = {1, 64},
                           .automatic = "what suits the test and rho",
                           .column = "cells_of_thread"}),
    knob<&Problem::layout>({.id = "layout",
                            .label = "Layout",
                            .help = "How the values lie in memory",
                            .buttons = true,
                            .automatic = "packed; of collision tiles"}),
    knob<&Problem::seed>(
        {.id = "seed",
         .label = "Seed",
         .help = "The seed of points and spheres: the same one makes the same ones"}),
    knob<&Problem::time>({.id = "time",
                          .label = "Time  s",
                          .help = "Points and spheres after T seconds of motion",
                          .reals = {0, limits::max_time},
                          .unit = "seconds",
                          .placeholder = "T",
                          .column = "input_s"}),
};
static_assert(std::size(knobs) == field_count<Problem>(), "each member of the problem has a knob");

constexpr KnobTable table{"Triangle", texts_of_choices<MapKind>, knobs, "map"};

}  // namespace
}  // namespace mariani::triangle

namespace mariani {

template <>
const KnobTable& knob_table<triangle::Problem>() {
    return triangle::table;
}

}  // namespace mariani
