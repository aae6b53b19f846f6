
#include "app/papers/claim_parts.hpp"
#include "compute/workloads/gasket/mma.hpp"

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace mariani::app {
namespace {

double copies_of(const gasket::Fractal& fractal) {
    return static_cast<double>(fractal.offsets.size());
}

std::vector<Result> dimensions() {
    std::vector<ResultRow> rows;
    for (const gasket::Fractal& fractal : gasket::named_fractals())
        rows.push_back(computed_row(
            fractal.name, {{"dimension", std::log(copies_of(fractal)) / std::log(fractal.side)}}));
    return {at(0, std::move(rows))};
}

// --- memory

// n^2 over k^r, by n: fractals with the same s share their places.
std::vector<Result> compaction() {
    std::map<double, std::vector<ResultRow>> by_size;
    for (const gasket::Fractal& fractal : gasket::named_fractals()) {
        double n = 1, cells = 1;
        while (n * fractal.side <= 1 << 20) {
            n *= fractal.side;
            cells *= copies_of(fractal);
            by_size[n].push_back(computed_row(fractal.name, {{"compaction", n * n / cells},
                                                             {"percent", 100 * cells / n / n},
                                                             {"cells", cells}}));
        }
    }
    std::vector<Result> results;
    for (auto& [n, rows] : by_size) results.push_back(at(n, std::move(rows)));
    return results;
}

// The gasket at n = 2^16 only.
std::vector<Result> share_at_16() {
    const double share = std::pow(0.75, 16);
    return {at(16, {computed_row("gasket", {{"percent", 100 * share}})})};
}

// Blocks of rho x rho places hold rho^log2(3) cells: n^2 over the places of all blocks, r = 20.
std::vector<Result> block_memory() {
    std::vector<Result> results;
    for (int log2_rho = 0; log2_rho <= 5; ++log2_rho) {
        const double rho = std::ldexp(1.0, log2_rho), n = std::ldexp(1.0, 20);
        const double places = std::pow(3.0, 20 - log2_rho) * rho * rho;
        results.push_back(at(rho, {computed_row("gasket", {{"times smaller", n * n / places},
                                                           {"GB", 2 * 4 * places / 1e9}})}));
    }
    return results;
}

// That of one rho.
std::vector<Result> memory_of_rho(int log2_rho) {
    return {block_memory()[static_cast<std::size_t>(log2_rho)]};
}
std::vector<Result> memory_of_2() {
    return memory_of_rho(1);
}
std::vector<Result> memory_of_16() {
    return memory_of_rho(4);
}

// --- maps

// lambda and nu for every place of the box at level 9: cells that come back, and holes whose digits
// by Eq. 2 make the place of a cell.
std::vector<Result> inverse() {
    const gasket::Shape shape = gasket::shape_of(*gasket::find_fractal("gasket"), 9);
    double back = 0, holes = 0;
    for (std::uint32_t y = 0; y < shape.side; ++y) {
        for (std::uint32_t x = 0; x < shape.side; ++x) {
            const gasket::Cell cell{x, y};
            if (gasket::is_member(shape, cell)) {
                back += gasket::lambda(shape, gasket::nu(shape, cell)) == cell ? 1 : 0;
                continue;
            }
            bool place = true;
            for (int m = 0; m < shape.level; ++m) place &= (x >> m & 1U) + (y >> m & 1U) < 3;
            holes += place ? 1 : 0;
        }
    }
    return {at(9, {computed_row("gasket", {{"cells", static_cast<double>(shape.cells)},
                                           {"back", back},
                                           {"holes", holes}})})};
}

// Whole and different places that 3^r cells get at level 6, by Eqs. 3 to 8 with k^(mu/2), and with
// mu/2 rounded down.
std::vector<Result> weights() {
    std::vector<ResultRow> rows;
    for (const bool rounded : {false, true}) {
        std::set<std::pair<double, double>> whole;
        for (int index = 0; index < 729; ++index) {
            double x = 0, y = 0;
            for (int mu = 0, rest = index; mu < 6; ++mu, rest /= 3) {
                const double exponent = rounded ? std::floor(mu / 2) : mu / 2.0;
                (mu % 2 == 0 ? x : y) += std::pow(3.0, exponent) * (rest % 3);
            }
            if (std::abs(y - std::round(y)) < 1e-9) whole.emplace(std::round(x), std::round(y));
        }
        rows.push_back(computed_row(rounded ? "floor" : "printed",
                                    {{"places", static_cast<double>(whole.size())}}));
    }
    return {at(6, std::move(rows))};
}

// The share of blocks that get a wrong place, by levels of blocks.
std::vector<Result> half_precision() {
    const gasket::Fractal& fractal = *gasket::find_fractal("gasket");
    std::vector<Result> results;
    for (int level = 10; level <= 15; ++level) {
        const gasket::Shape blocks = gasket::shape_of(fractal, level);
        const auto row = [&](const char* label, gasket::MmaForm form) {
            const auto wrong = static_cast<double>(count_wrong_as_published(blocks, form));
            return computed_row(label,
                                {{"wrong %", 100 * wrong / static_cast<double>(blocks.cells)}});
        };
        results.push_back(at(level, {row("printed", gasket::MmaForm::printed),
                                     row("program", gasket::MmaForm::program)}));
    }
    return results;
}

std::vector<Claim> memory_claims() {
    return {
        {.paper = Paper::fractals,
         .id = "fractals.memory",
         .where = "abstract; section 1",
         .statement = "The compact gasket takes 234 times less memory than its bounding box.",
         .method = "n^2 over the places of all blocks of rho x rho at n = 2^20, (4/3)^(20 - "
                   "log2 rho). Rho 2 comes nearest; as nothing is measured in it, the bound is 2 "
                   "%. The text does not say which rho it has.",
         .computed = memory_of_2,
         .quantities = {value("times less, rho 2", "gasket", "times smaller", Take::last,
                              about(234, 0.02), "234", 234.0)},
         .headline = true,
         .of_formula = true},
        {.paper = Paper::fractals,
         .id = "fractals.memory-fastest",
         .where = "abstract; sections 1 and 4.1",
         .statement = "The fastest version, with rho 16, is the one that saves this much memory.",
         .method = "As fractals.memory, with rho 16; the bound is 10 %. The abstract names 11 "
                   "times the speed and 234 times less memory in one sentence.",
         .computed = memory_of_16,
         .quantities = {value("times less, rho 16", "gasket", "times smaller", Take::last,
                              about(234, 0.1), "234")},
         .of_formula = true},
        {.paper = Paper::fractals,
         .id = "fractals.memory-247",
         .where = "section 5",
         .statement = "The tests saved up to 247 times the memory.",
         .method = "As fractals.memory; the bound is 2 %. No rho gives it: 1 gives 315, 2 gives "
                   "236.5.",
         .computed = memory_of_2,
         .quantities = {value("times less, rho 2", "gasket", "times smaller", Take::last,
                              about(247, 0.02), "247")},
         .of_formula = true},
        {.paper = Paper::fractals,
         .id = "fractals.one-gpu",
         .where = "section 4.1, Fig. 13; section 5",
         .statement = "A gasket of n = 2^20 fits into the 40 GB of one A100.",
         .method = "Two states of 4 bytes a place, as the authors' program has them, by rho. Only "
                   "rho 2 or 1 fits, and leaves 19 or 20 levels of blocks, more than a matrix of "
                   "16 x 16 has columns.",
         .computed = block_memory,
         .quantities = {value("least GB", "gasket", "GB", Take::smallest, at_most(40), "40"),
                        value("GB by rho, up to 32", "gasket", "GB", Take::last)},
         .axis = "rho",
         .ordinate = "GB of two states"},
        {.paper = Paper::fractals,
         .id = "fractals.one-percent",
         .where = "section 3.1, Fig. 8",
         .statement = "At n = 2^16 the compact gasket takes about 1 % of its box.",
         .method = "(3/4)^16. About means within 10 %.",
         .computed = share_at_16,
         .quantities = {value("percent", "gasket", "percent", Take::last, about(1, 0.1), "1",
                              1.0)}},
        {.paper = Paper::fractals,
         .id = "fractals.compaction",
         .where = "section 3.1, Fig. 8",
         .statement = "The compaction of a fractal grows as a power of its size.",
         .method = "n^2 over k^r for n up to 2^20, without blocks.",
         .computed = compaction,
         .quantities = {value("gasket", "gasket", "compaction", Take::place_of_largest,
                              exactly(1 << 20), "at the largest n"),
                        value("carpet", "carpet", "compaction"),
                        value("Vicsek", "vicsek", "compaction"),
                        value("chandelier", "chandelier", "compaction"),
                        value("candy", "candy", "compaction")},
         .axis = "n",
         .ordinate = "times less memory"},
    };
}

std::vector<Claim> map_claims() {
    const auto dimension = [](std::string_view name, std::string_view row, double printed,
                              std::string_view published) {
        return value(name, row, "dimension", Take::last, between(printed - 0.01, printed + 0.01),
                     published);
    };
    return {
        {.paper = Paper::fractals,
         .id = "fractals.dimensions",
         .where = "Table 1",
         .statement = "The Hausdorff dimensions of nine fractals are those of the table.",
         .method = "log k / log s of the places in this program; a hundredth is allowed, since "
                   "the table cuts digits off.",
         .computed = dimensions,
         .quantities = {dimension("gasket", "gasket", 1.58, "1.58"),
                        dimension("chandelier", "chandelier", 1.26, "1.26"),
                        dimension("H", "h", 1.77, "1.77"),
                        dimension("candy", "candy", 1.79, "1.79"),
                        dimension("carpet", "carpet", 1.89, "1.89"),
                        dimension("X", "x", 1.46, "1.46"),
                        dimension("Vicsek", "vicsek", 1.46, "1.46"),
                        dimension("empty bottles", "bottles", 1.77, "1.77"),
                        dimension("Cantor set", "cantor", 0.63, "0.63")}},
        {.paper = Paper::fractals,
         .id = "fractals.inverse",
         .where = "section 3",
         .statement = "nu is an inverse of lambda.",
         .method = "All cells of the gasket of level 9. nu also takes every hole to the place of "
                   "a cell, so whether a neighbour is one must be tested before.",
         .computed = inverse,
         .quantities = {value("cells that come back", "gasket", "back", Take::last, exactly(19683),
                              "19,683, all"),
                        value("holes taken to a cell's place", "gasket", "holes")},
         .shown_by = "--workload gasket --r 9"},
        {.paper = Paper::fractals,
         .id = "fractals.weights",
         .where = "section 3.1, Eqs. 3 to 8",
         .statement = "With weights of k^(mu/2), nu gives each cell a place of its own.",
         .method = "The whole numbers among the places of all 729 cells at level 6. An odd mu "
                   "gives a root of k; with mu/2 rounded down all 729 are whole and different.",
         .computed = weights,
         .quantities = {value("places, as printed", "printed", "places", Take::last, exactly(729),
                              "729"),
                        value("places, rounded down", "floor", "places")},
         .of_formula = true},
        {.paper = Paper::fractals,
         .id = "fractals.half-precision",
         .where = "section 3.1",
         .statement = "Products in half precision with sums in single precision give nu of every "
                      "block.",
         .method = "Each block's product emulated, for 10 to 15 levels of blocks: r = 16 with "
                   "rho 2 has 15. Half precision rounds 3^7 = 2187 to 2188. The authors' program "
                   "sums in half precision; this one splits such weights and is exact.",
         .computed = half_precision,
         .quantities = {value("wrong blocks, %, as printed", "printed", "wrong %", Take::each,
                              exactly(0), "0", 0.0),
                        value("wrong blocks, %, as the authors' program sums", "program",
                              "wrong %")},
         .axis = "levels of blocks",
         .ordinate = "wrong blocks, %",
         .headline = true,
         .of_formula = true,
         .shown_by = "--workload gasket --r 16"},
    };
}

}  // namespace

std::vector<Claim> fractals_formulas() {
    std::vector<Claim> claims = memory_claims();
    const std::vector<Claim> maps = map_claims();
    claims.insert(claims.end(), maps.begin(), maps.end());
    return claims;
}

}  // namespace mariani::app
