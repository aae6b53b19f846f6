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

using triangle::Layout;
using triangle::MapKind;
using triangle::Task;

template <>
const KnobTable& knob_table<triangle::Problem>() {
    return triangle::table;
}

template <>
std::span<const Choice<MapKind>> choices<MapKind>() {
    static constexpr Choice<MapKind> all[]{
        {MapKind::bb, "bb", "BB", "Bounding box (BB): blocks above the diagonal end at once."},
        {MapKind::ltm, "ltm", "LTM",
         "Blocks in a row, placed by a root and an integer correction: exact, none too many."},
        {MapKind::ltm_square, "ltm-square", "LTM square",
         "The same in the paper's balanced square of blocks."},
        {MapKind::ltm_strict, "ltm-strict", "LTM strict",
         "Blocks below the diagonal by Eq. 9, corrected; then the diagonal blocks."},
        {MapKind::utm, "utm", "UTM", "The upper triangle, one thread per pair, in a row."},
        {MapKind::rb, "rb", "RB blocks",
         "The triangle folded into a rectangle of blocks: no root, none too many."},
        {MapKind::rb_threads, "rb-threads", "RB threads",
         "The same fold for threads, as in the paper."},
        {MapKind::rec, "rec", "REC",
         "Recursive partition: one launch for the diagonal and one per size."},
        {MapKind::h, "h", "H", "Squares of powers of two, found from the row's highest bit."},
        {MapKind::dp, "dp", "DP", "Divided from the root; on cuda with launches from the device."},
        {MapKind::ltm_x, "ltm-x", "LTM-X",
         "As printed, with sqrtf. At rho 16 it is not exact above N = 73,712, with "
         "epsilon 1e-4 or 0."},
        {MapKind::ltm_r, "ltm-r", "LTM-R",
         "As printed, with rsqrtf. At rho 16 it is not exact above N = 50,272 with "
         "epsilon 1e-4, nor above 480 with 0; on an H200 not above 31,472."},
        {MapKind::ltm_n, "ltm-n", "LTM-N",
         "As printed, with three Newton steps. At rho 16 it is not exact above N = "
         "31,184 with epsilon 1e-4, nor above 16 with 0."},
        {MapKind::rb_printed, "rb-printed", "RB printed",
         "The fold as printed: it misses cells for every even N above 2."},
        {MapKind::utm_printed, "utm-printed", "UTM printed",
         "As printed, with a root in single precision. It is not exact above N = 4,097."},
        {MapKind::utm_n, "utm-n", "UTM-N",
         "As its program is described, with three Newton steps and two conditions. "
         "It is not exact above N = 5,793."},
        {MapKind::ltm_strict_printed, "ltm-strict-printed", "LTM strict printed",
         "Eq. 9 as printed: all blocks below the diagonal lie outside."},
    };
    return all;
}

template <>
std::span<const Choice<Task>> choices<Task>() {
    static constexpr Choice<Task> all[]{
        {Task::map, "map", "map only", "Compute (i, j), write nothing."},
        {Task::dummy, "dummy", "dummy", "Write i + j to one address."},
        {Task::accumulate, "accumulate", "accumulate", "Add 1 to a byte per cell."},
        {Task::edm, "edm", "EDM", "The distance between two points."},
        {Task::collision, "collision", "collision", "Whether two spheres touch, one bit per pair."},
    };
    return all;
}

template <>
std::span<const Choice<Layout>> choices<Layout>() {
    static constexpr Choice<Layout> all[]{
        {Layout::packed, "packed", "packed", "Row after row: i(i+1)/2 + j."},
        {Layout::tiles, "tiles", "tiles", "Block after block; each is a square."},
        {Layout::full, "full", "full", "The whole square; its upper half is unused."},
    };
    return all;
}

}  // namespace mariani
