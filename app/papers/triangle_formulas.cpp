
#include "app/papers/claim_parts.hpp"
#include "compute/workloads/triangle/maps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace mariani::app {
namespace {

constexpr int rho = 16;          // of all the paper's experiments
constexpr double tried = 30720;  // its largest N

template <typename Map>
double launched(const triangle::Shape& shape) {
    triangle::Count blocks = 0;
    for (const triangle::Pass& pass : Map::passes(shape)) blocks += block_count(pass);
    return static_cast<double>(blocks);
}

// Blocks launched beyond the n(n+1)/2 that the triangle needs.
ResultRow waste_row(std::string label, const triangle::Shape& shape, double blocks) {
    const auto n = static_cast<double>(shape.blocks);
    const double needed = n * (n + 1) / 2, wasted = blocks - needed;
    return computed_row(std::move(label), {{"wasted", wasted},
                                           {"of n", wasted / n},
                                           {"of n squared", wasted / (n * n)},
                                           {"I at most", n * n / blocks}});
}

std::vector<Result> wasted_blocks() {
    using ExactSquare = triangle::LinearTriangle<triangle::ExactRow, true>;
    std::vector<Result> results;
    for (int side = 1024; side <= static_cast<int>(tried); side += 1024) {
        const triangle::Shape shape = triangle::shape_of(side, 4);
        const auto row = [&]<typename Map>(const char* label, Map) {
            return waste_row(label, shape, launched<Map>(shape));
        };
        results.push_back(at(side, {row("BB", triangle::BoundingBox{}), row("LTM", ExactSquare{}),
                                    row("RB", triangle::FoldedThreads<false>{}),
                                    row("REC", triangle::RecursivePartition{})}));
    }
    return results;
}

// --- where a row is wrong

// The printed Newton steps with a rounding after each operation, as a compiler makes them that does
// not contract.
float plain_newton_root(float x) {
    const volatile float half = x * 0.5F;
    constexpr std::int32_t well_known = 1'597'463'007;  // of Lomont: 5F3759DF
    volatile float y = std::bit_cast<float>(well_known - (std::bit_cast<std::int32_t>(x) >> 1));
    for (int step = 0; step < 3; ++step) {
        const volatile float first = half * y, second = first * y, rest = 1.5F - second;
        y = y * rest;
    }
    return x * y;
}

// What 2 units in the last place leave of the reciprocal root.
std::uint32_t low_reciprocal_row(std::uint32_t lambda, float offset) {
    const float x = triangle::root_argument(lambda);
    float reciprocal = triangle::reciprocal_root(x);
    for (int unit = 0; unit < 2; ++unit) reciprocal = std::nextafter(reciprocal, 0.0F);
    return triangle::RowByReciprocal::from(x, reciprocal, offset);
}

// Every number from 0 on, until a row is not that of integer counting.
template <typename Row>
ResultRow range_row(std::string label, const Row& row_of) {
    std::uint32_t lambda = 0, row = 0;
    for (std::uint32_t left = 1;; ++lambda, --left) {
        if (left == 0) {
            ++row;
            left = row + 1;
        }
        if (row_of(lambda) != row) break;
    }
    // The largest triangle of blocks whose numbers all lie before it: without the row that is
    // begun.
    return computed_row(std::move(label), {{"first wrong", static_cast<double>(lambda)},
                                           {"N", static_cast<double>(rho) * row}});
}

constexpr float epsilon_offset = 1e-4F - 0.5F;

ResultRow uncontracted_row() {
    return range_row("LTM-N, uncontracted", [](std::uint32_t lambda) {
        const float row = plain_newton_root(triangle::root_argument(lambda)) + epsilon_offset;
        return row < 0 ? 0 : static_cast<std::uint32_t>(row);
    });
}

std::vector<Result> root_ranges() {
    const auto row = []<typename Row>(const char* label, Row) {
        return range_row(label,
                         [](std::uint32_t lambda) { return Row::of(lambda, epsilon_offset); });
    };
    return {at(rho, {row("LTM-X", triangle::RowByRoot{}), row("LTM-R", triangle::RowByReciprocal{}),
                     row("LTM-N", triangle::RowByNewton{}),
                     range_row("LTM-R, 2 ulp low", [](std::uint32_t lambda) {
                         return low_reciprocal_row(lambda, epsilon_offset);
                     })})};
}

std::vector<Result> uncontracted_range() {
    return {at(rho, {uncontracted_row()})};
}

// The largest N whose every pair gives UTM's root an argument of at most 100 million.
std::vector<Result> utm_arguments() {
    std::int64_t side = 2;
    while (4 * (side + 1) * (side + 1) - 4 * (side + 1) - 8 + 1 <= 100'000'000) ++side;
    return {at(0, {computed_row("UTM", {{"N", static_cast<double>(side)}})})};
}

// How UTM of the described program finds the first of a pair by its root, as the two conditionals
// of NewtonPairs have it.
template <float (*root_of)(float), bool corrected>
bool utm_is_right(int side, triangle::Count k, triangle::Cell pair) {
    const auto n = static_cast<float>(side);
    const float argument = 4 * n * n - 4 * n - 8 * static_cast<float>(k) + 1;
    const float root = argument > 0 ? root_of(argument) : 0;
    const auto a = static_cast<triangle::Count>((2 * n + 1 - root) / 2);
    triangle::Cell found = triangle::PrintedPairs::cell(side, k, a);
    if (corrected && found.row >= side)
        found = triangle::PrintedPairs::cell(side, k, a + 1);
    else if (corrected && found.row <= found.column)
        found = triangle::PrintedPairs::cell(side, k, a - 1);
    return found == pair;
}

// The largest N of those from 2 on up to which all pairs are right. The conditionals leave only
// short rows in doubt (NewtonPairs).
template <float (*root_of)(float), bool corrected>
ResultRow pairs_row(std::string label) {
    for (int side = 2;; ++side) {
        const auto rows = corrected ? triangle::NewtonPairs::longest_doubtful_row(side) : side;
        const int first = static_cast<int>(std::max<triangle::Count>(0, side - 1 - rows));
        auto k = triangle::triangle_number(side - 1) - triangle::triangle_number(side - 1 - first);
        for (int column = first; column < side - 1; ++column)
            for (int row = column + 1; row < side; ++row, ++k)
                if (!utm_is_right<root_of, corrected>(side, k, {row, column}))
                    return computed_row(std::move(label), {{"N", side - 1}});
    }
}

std::vector<Result> utm_ranges() {
    return {at(0, {pairs_row<triangle::newton_root, true>("UTM-N"),
                   pairs_row<plain_newton_root, true>("UTM-N, uncontracted"),
                   pairs_row<triangle::newton_root, false>("UTM-N, uncorrected")})};
}

// --- k and I

// k = 2n / ((n+1) I) by Eq. 10, at the largest N, for what section IV-A says of I; x is a GPU's
// cores.
std::vector<Result> printed_costs() {
    const auto result = [](int cores, double plain, double newton, double reciprocal) {
        const auto row = [](const char* map, double gain) {
            constexpr double n = tried / rho;
            return computed_row(map, {{"k", 2 * n / ((n + 1) * gain)}});
        };
        return at(cores, {row("LTM-X", plain), row("LTM-N", newton), row("LTM-R", reciprocal)});
    };
    return {result(768, 0.83, 0.96, 1.1), result(1536, 0.87, 1.025, 1.15),
            result(2880, 1.08, 1.08, 1.08)};
}

// --- hardware

std::vector<Result> resident_blocks() {
    const auto row = [](const char* gpu, int cores) {
        return computed_row(gpu, {{"blocks", cores / 192 * 16}});
    };
    return {at(0, {row("GTX 680", 1536), row("GTX 765M", 768), row("Tesla K40", 2880)})};
}

// The least triangle that is said to keep any of the three GPUs busy, over the K40's 240 blocks.
std::vector<Result> smallest_size() {
    const auto row = [](const char* label, int log2_block) {
        const triangle::Shape shape = triangle::shape_of(800, log2_block);
        return computed_row(label, {{"of 240", static_cast<double>(block_count(shape)) / 240}});
    };
    return {at(800, {row("rho 16", 4), row("rho 32", 5)})};
}

std::vector<Claim> counted_claims() {
    return {
        {.paper = Paper::triangle,
         .id = "triangle.wasted-blocks",
         .where = "abstract; section III-A; Fig. 3, right",
         .statement = "BB wastes a number of blocks that grows as n squared, LTM one that grows "
                      "as n, RB a constant number.",
         .method = "Blocks launched less the n(n+1)/2 needed, for N of 1,024 to 30,720 in steps "
                   "of 1,024 with rho 16, where n is even. An odd n costs RB (n+1)/2 blocks more, "
                   "half of each of them idle. REC has the side of its smallest squares at 1.",
         .computed = wasted_blocks,
         .quantities = {value("wasted by BB, of n squared", "BB", "of n squared", Take::each,
                              between(0.45, 0.5), "n(n-1)/2"),
                        value("wasted by LTM, of n", "LTM", "of n", Take::each, at_most(2),
                              "grows as n"),
                        value("wasted by BB", "BB", "wasted"),
                        value("wasted by LTM", "LTM", "wasted"),
                        value("wasted by RB", "RB", "wasted", Take::each, exactly(0), "constant"),
                        value("wasted by REC", "REC", "wasted")},
         .axis = "N",
         .ordinate = "wasted blocks",
         .headline = true,
         .shown_by = "--workload triangle --map ltm-square"},
        {.paper = Paper::triangle,
         .id = "triangle.wasted-half",
         .where = "section III-A",
         .statement = "LTM's balanced grid leaves n/2 blocks unused.",
         .method = "The grid has n' x n' blocks, n' the square root of n(n+1)/2, rounded up. What "
                   "remains of the last two rows is anything from 0 to 2n' - 2.",
         .computed = wasted_blocks,
         .quantities = {value("wasted by LTM, of n", "LTM", "of n", Take::each, about(0.5, 0.1),
                              "1/2", 0.5)},
         .axis = "N",
         .ordinate = "wasted by LTM, of n",
         .of_formula = true},
        {.paper = Paper::triangle,
         .id = "triangle.bound",
         .where = "section III-B, Eqs. 10 to 14",
         .statement = "No map is twice as fast as BB or faster, and large triangles come near.",
         .method = "I of Eq. 10 with a map that costs no more than BB's test, k = 1. Near: within "
                   "10 %.",
         .computed = wasted_blocks,
         .quantities = {value("I of LTM, k = 1", "LTM", "I at most", Take::each, at_most(2),
                              "below 2"),
                        value("I of RB, k = 1, N 30,720", "RB", "I at most", Take::last,
                              between(1.8, 2), "about 2", 2.0)},
         .axis = "N",
         .ordinate = "I for k = 1"},
        {.paper = Paper::triangle,
         .id = "triangle.table-1",
         .where = "Table I",
         .statement = "The three GPUs hold 128, 80 and 240 blocks at a time.",
         .method = "A Kepler multiprocessor has 192 cores and room for 16 blocks; the cores are "
                   "the table's.",
         .computed = resident_blocks,
         .quantities = {value("GTX 680", "GTX 680", "blocks", Take::last, exactly(128), "128"),
                        value("GTX 765M", "GTX 765M", "blocks", Take::last, exactly(80), "80"),
                        value("Tesla K40", "Tesla K40", "blocks", Take::last, exactly(240), "240")},
         .of_formula = true},
        {.paper = Paper::triangle,
         .id = "triangle.smallest-size",
         .where = "section VI",
         .statement = "From N = 800 on, a triangle has more than twice the blocks that any of the "
                      "three GPUs holds.",
         .method = "n(n+1)/2 over the 240 blocks of the Tesla K40. The experiments have rho 16; "
                   "the sentence is about warps of 32, and with rho 32 it fails.",
         .computed = smallest_size,
         .quantities = {value("blocks over 240, rho 16", "rho 16", "of 240", Take::last,
                              at_least(2), "above 2"),
                        value("blocks over 240, rho 32", "rho 32", "of 240")}},
    };
}

std::vector<Claim> range_claims() {
    return {
        {.paper = Paper::triangle,
         .id = "triangle.ltm-range",
         .where = "abstract; sections IV-A and VI",
         .statement = "With 0.0001 added to the root, LTM is exact up to N = 30,720.",
         .method = "Every block number from 0 on, in single precision with the processor's "
                   "rounding and rho 16, beside counting in integers, until a row is wrong. "
                   "LTM-N as compilers for GPUs contract it, and LTM-R also with a reciprocal "
                   "root off by the 2 ulp that CUDA allows.",
         .computed = root_ranges,
         .quantities = {value("exact to N, LTM-X", "LTM-X", "N"),
                        value("exact to N, LTM-R", "LTM-R", "N", Take::last, at_least(tried),
                              "30,720"),
                        value("exact to N, LTM-N", "LTM-N", "N", Take::last, at_least(tried),
                              "30,720"),
                        value("exact to N, LTM-R 2 ulp low", "LTM-R, 2 ulp low", "N")},
         .headline = true,
         .shown_by = "--workload triangle --map ltm-n --n 31744"},
        {.paper = Paper::triangle,
         .id = "triangle.ltm-uncontracted",
         .where = "section IV-A",
         .statement = "LTM-N is exact up to N = 30,720 as its source reads.",
         .method = "As triangle.ltm-range, with a rounding after each operation of the Newton "
                   "steps.",
         .computed = uncontracted_range,
         .quantities = {value("exact to N", "LTM-N, uncontracted", "N", Take::last, at_least(tried),
                              "30,720")},
         .of_formula = true},
        {.paper = Paper::triangle,
         .id = "triangle.utm-argument",
         .where = "section II",
         .statement = "A root that is accurate up to 100 million is enough for UTM up to N = "
                      "3,000.",
         .method = "UTM's root has the argument 4N^2 - 4N - 8k + 1, at most (2N - 1)^2 - 8: the "
                   "largest N with no argument above 100 million. Equal means within 10 %.",
         .computed = utm_arguments,
         .quantities = {value("largest N", "UTM", "N", Take::last, about(3000, 0.1), "3,000")},
         .of_formula = true},
        {.paper = Paper::triangle,
         .id = "triangle.utm-conditionals",
         .where = "section II",
         .statement =
             "With the root of Carmack and Lomont and two conditionals, UTM is exact up to "
             "N = 3,000.",
         .method = "Every N from 2 on, with argument and root in single precision, until a pair is "
                   "wrong: contracted as compilers for GPUs do, with a rounding after each "
                   "operation of the Newton steps, and without the conditionals.",
         .computed = utm_ranges,
         .quantities = {value("exact to N", "UTM-N", "N", Take::last, at_least(3000), "3,000"),
                        value("exact to N, uncontracted", "UTM-N, uncontracted", "N"),
                        value("exact to N, without the conditionals", "UTM-N, uncorrected", "N")},
         .shown_by = "--workload triangle --map utm-n --n 6144"},
        {.paper = Paper::triangle,
         .id = "triangle.printed-k",
         .where = "sections III-B and IV-A, Eqs. 10 to 14",
         .statement = "By the printed gains, LTM's fastest root makes a block 1.5 to 2 times as "
                      "dear as BB's.",
         .method =
             "k = 2n / ((n + 1) I) for N = 30,720 and rho 16, with the I of the text for each "
             "root on GPUs of 768, 1,536 and 2,880 cores.",
         .computed = printed_costs,
         .quantities = {value("k of LTM-R", "LTM-R", "k", Take::each, between(1.5, 2), "1.5 to 2"),
                        value("k of LTM-N", "LTM-N", "k", Take::each),
                        value("k of LTM-X", "LTM-X", "k", Take::each)},
         .axis = "cores",
         .ordinate = "k"},
    };
}

}  // namespace

std::vector<Claim> triangle_formulas() {
    std::vector<Claim> claims = counted_claims();
    const std::vector<Claim> ranges = range_claims();
    claims.insert(claims.end(), ranges.begin(), ranges.end());
    return claims;
}

}  // namespace mariani::app
