#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/problem.hpp"

namespace mariani::triangle {
namespace {

// Which values suit a test is told by why_invalid() of a plan.
constexpr Knob knobs[] = {
    knob<&Problem::test>(
        {.id = "test", .label = "Test", .help = "What is computed for each cell (i, j)"}),
    knob<&Problem::side>({.id = "n",
                          .label = "N  side",
                          .help = "The triangle's side in cells; it has N (N + 1) / 2 cells",
                          .integers = limits::side,
                          .stepped = true}),
    knob<&Problem::block>(
        {.id = "rho",
         .label = "\xcf\x81  block",
         .help = "Side of a block in cells: 8, 16, 32, 64 (collision: 64, 128, 256)",
         .integers = {8, 256},
         .stepped = true,
         .buttons = true,
         .automatic = "16; 128 for collision"}),
    knob<&Problem::features>({.id = "features",
                              .label = "Features",
                              .help = "Coordinates per point: 1 to 4 for edm, 1 or 3 for collision",
                              .integers = {1, max_features},
                              .buttons = true,
                              .automatic = "4; 3 for collision"}),
    knob<&Problem::diagonal>({.id = "diagonal",
                              .label = "Diagonal",
                              .help = "Also compute the cells (i, i)",
                              .buttons = true,
                              .automatic = "on; off for collision"}),
    knob<&Problem::epsilon>(
        {.id = "epsilon",
         .label = "\xce\xb5  epsilon",
         .help = "Added to the root, so that rounding does not make it too small",
         .reals = {-0.5, 0.5},
         .placeholder = "E",
         .engines = engines_where(has_epsilon),
         .idle = "the others have none"}),
    knob<&Problem::rec_base>({.id = "m",
                              .label = "m  of REC",
                              .help = "The side of the smallest squares in blocks",
                              .integers = {1, 16'384},
                              .automatic = "the side with the fewest blocks",
                              .engines = engine_bit(MapKind::rec),
                              .idle = "the others have no such squares"}),
    knob<&Problem::cells>({.id = "cells",
                           .label = "Cells a thread",
                           .help = "Cells per GPU thread: a power of two, up to the block's side",
                           .integers = {1, 64},
                           .automatic = "a number that suits the test and rho",
                           .column = "cells_of_thread"}),
    knob<&Problem::layout>({.id = "layout",
                            .label = "Layout",
                            .help = "Layout of the values in memory",
                            .buttons = true,
                            .automatic = "packed; tiles for collision"}),
    knob<&Problem::seed>(
        {.id = "seed", .label = "Seed", .help = "Random seed of points and spheres"}),
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
