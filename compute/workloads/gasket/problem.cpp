#include "compute/workloads/gasket/problem.hpp"

#include "compute/workloads/gasket/ternary.hpp"

#include <array>

namespace mariani::gasket {

std::optional<std::string> bits_refusal(const Problem& problem, const Method& method,
                                        int least_tile, int most_tile) {
    if (!is_gasket(problem.fractal))
        return "bits knows the tiles of the gasket only: choose the engine table for the fractal " +
               problem.fractal.name;
    if (method.tile && (*method.tile < least_tile || *method.tile > most_tile))
        return "the level t of tiles goes from " + std::to_string(least_tile) + " to " +
               std::to_string(most_tile) + " here, not " + std::to_string(*method.tile);
    return std::nullopt;
}

}  // namespace mariani::gasket

namespace mariani {

using Kind = gasket::EngineKind;

template <>
std::span<const Choice<Kind>> choices<Kind>() {
    static constexpr std::array all{
        Choice<Kind>{Kind::bb, "bb", "BB",
                     "Bounding box: a byte for each of the n x n cells, all of which are "
                     "looked at; holes end at once."},
        Choice<Kind>{Kind::lambda, "lambda", "\xce\xbb",
                     "A byte for each of the n x n cells, but only blocks of the fractal are "
                     "gone through: \xce\xbb takes them from the compact rectangle."},
        Choice<Kind>{Kind::nu, "nu", "\xce\xbd",
                     "Blocks of the fractal in the compact rectangle, a byte for each cell "
                     "of a block's box. A block finds its eight neighbours by \xce\xbd, digit by "
                     "digit."},
        Choice<Kind>{Kind::nu_mma, "nu-mma", "\xce\xbd by MMA",
                     "As \xce\xbd, with the eight sums of \xce\xbd as one matrix product on tensor "
                     "cores: exact, and refused where it would not be."},
        Choice<Kind>{Kind::table, "table", "table",
                     "Blocks in compact order. Only neighbours that touch are looked for, by "
                     "a table, and only the cells that touch are copied."},
        Choice<Kind>{Kind::bits, "bits", "bits",
                     "A bit for each cell: a word holds the same cell of many tiles, which "
                     "meet in five cells at most. With a fuse of d, tiles take d steps "
                     "between looks at their neighbours."},
    };
    return all;
}

}  // namespace mariani
