#include "compute/workloads/gasket/problem.hpp"

#include "compute/workloads/gasket/ternary.hpp"

namespace mariani::gasket {

std::optional<std::string> bits_refusal(const Problem& problem, const Method& method,
                                        int least_tile, int most_tile) {
    if (!is_gasket(problem.fractal))
        return "bits supports only the gasket: choose the engine table for the fractal " +
               problem.fractal.name;
    if (method.tile && (*method.tile < least_tile || *method.tile > most_tile))
        return "the level t of tiles must be from " + std::to_string(least_tile) + " to " +
               std::to_string(most_tile) + " here, not " + std::to_string(*method.tile);
    return std::nullopt;
}

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

}  // namespace mariani
