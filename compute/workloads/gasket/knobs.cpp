#include "compute/workloads/gasket/problem.hpp"

namespace mariani::gasket {
namespace {

constexpr bool has_tiles(EngineKind engine) {
    return engine == EngineKind::bits;
}
constexpr bool has_blocks(EngineKind engine) {
    return !has_tiles(engine);
}

constexpr Knob knobs[] = {
    knob<&Numbers::level>({.id = "r",
                           .label = "r  level",
                           .help = "The fractal's level: n = s^r cells to a side, k^r cells in all",
                           .integers = limits::level,
                           .listed = ListRange::each}),
    knob<&Numbers::density>({.id = "density",
                             .label = "Density",
                             .help = "Share of cells alive at the start",
                             .reals = {0, 1},
                             .placeholder = "P"}),
    knob<&Numbers::seed>(
        {.id = "seed", .label = "Seed", .help = "Random seed of the cells alive at the start"}),
    knob<&Numbers::rho>({.id = "rho",
                         .label = "\xcf\x81  block",
                         .help = "Side of a block in cells, limited by powers of s",
                         .integers = {1, Method::max_rho},
                         .stepped = true,
                         .engines = engines_where(has_blocks),
                         .idle = "bits has tiles"}),
    knob<&Numbers::tile>({.id = "tile",
                          .label = "t  tile",
                          .help = "Tiles have sides of 2^T cells",
                          .integers = {3, 8},
                          .placeholder = "T",
                          .automatic = "a size that suits r",
                          .engines = engines_where(has_tiles),
                          .idle = "the others have blocks"}),
    knob<&Numbers::fuse>({.id = "fuse",
                          .label = "d  fuse",
                          .help = "Steps that a tile takes before it reads its neighbours again",
                          .integers = {1, Method::max_fuse},
                          .engines = engines_where(has_tiles),
                          .idle = "the others have blocks"}),
    knob<&Numbers::shared>({.id = "shared",
                            .label = "Shared memory",
                            .help = "Copy a block and the ring around it to shared memory first",
                            .automatic = "on for nu, nu-mma and table, off for bb and lambda",
                            .engines = engines_where(has_blocks),
                            .idle = "bits keeps its tiles there",
                            .idle_on_cpu = "there is no shared memory"}),
};
static_assert(std::size(knobs) == field_count<Numbers>(), "each number has a knob");

constexpr KnobTable table{"Life", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::gasket

namespace mariani {

using Kind = gasket::EngineKind;

template <>
std::span<const Choice<Kind>> choices<Kind>() {
    static constexpr Choice<Kind> all[]{
        {Kind::bb, "bb", "BB",
         "Bounding box (BB): a byte for each of the n x n places, all visited. Threads "
         "over holes end at once."},
        {Kind::lambda, "lambda", "\xce\xbb",
         "A byte for each of the n x n places, but only the fractal's blocks are "
         "visited: \xce\xbb takes them from the compact rectangle."},
        {Kind::nu, "nu", "\xce\xbd",
         "The fractal's blocks in the compact rectangle, with a byte for each place of a "
         "block's box. A block finds its eight neighbours with \xce\xbd, digit by digit."},
        {Kind::nu_mma, "nu-mma", "\xce\xbd by MMA",
         "Like \xce\xbd, but the eight sums are one matrix product on tensor cores. It "
         "is exact, and refused where it would not be."},
        {Kind::table, "table", "table",
         "Blocks in compact order. A table gives the neighbours that touch, and only "
         "the cells that touch are copied."},
        {Kind::bits, "bits", "bits",
         "One bit per cell: a word holds the same cell of many tiles, which touch in at most "
         "five cells. With a fuse of d, tiles take d steps before they read their neighbours."},
    };
    return all;
}

template <>
const KnobTable& knob_table<gasket::Numbers>() {
    return gasket::table;
}

}  // namespace mariani
