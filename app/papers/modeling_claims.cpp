#include "app/papers/claim_lists.hpp"
#include "compute/model/cost_model.hpp"

#include <array>
#include <cmath>
#include <set>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Kind = Quantity::Kind;
using Take = Quantity::Take;
using On = Trial::On;

// --- what the printed equations give

double power_of_two(int exponent) {
    return std::ldexp(1.0, exponent);
}

// The best {g, r, B} and what it gives; the defaults are those of Figs. 3 and 4.
ResultRow best_row(std::string label, const CostParams& params, CostGoal goal) {
    const auto best = optimum(params, goal);
    if (!best) return computed_row(std::move(label), {});
    const double value = gain(cost_of(*best), goal);
    return computed_row(std::move(label), {{"gain", value},
                                           {"of A", value / params.A},
                                           {"g", best->g},
                                           {"r", best->r},
                                           {"B", best->B}});
}

Result at(double x, std::vector<ResultRow> rows) {
    return {x, {}, {}, std::move(rows)};
}

CostParams with(CostParam param, double value, double n) {
    CostParams params;
    params.*param = value;
    params.n = n;
    return params;
}

// A family of Fig. 3 or 4: over n, for each value of another parameter.
std::vector<Result> family(CostGoal goal, CostParam param, std::string_view name,
                           std::span<const double> values) {
    std::vector<Result> results;
    for (int exponent = 6; exponent <= 40; exponent += 2) {
        std::vector<ResultRow> rows;
        for (const double value : values)
            rows.push_back(best_row(fmt::format("{} {}", name, value),
                                    with(param, value, power_of_two(exponent)), goal));
        results.push_back(at(power_of_two(exponent), std::move(rows)));
    }
    return results;
}

constexpr std::array probabilities{0.3, 0.5, 0.7, 0.9};
constexpr std::array lambdas{1.0, 100.0, 1e4, 1e6};

std::vector<Result> omega_by_probability() {
    return family(CostGoal::omega, &CostParams::P, "P", probabilities);
}

std::vector<Result> omega_by_lambda() {
    return family(CostGoal::omega, &CostParams::lambda, "lambda", lambdas);
}

std::vector<Result> sbr_by_lambda() {
    return family(CostGoal::speedup_sbr, &CostParams::lambda, "lambda", lambdas);
}

// Where the optima of {g, r, B} are.
std::vector<Result> optima() {
    std::vector<Result> results;
    for (int exponent = 8; exponent <= 16; exponent += 2) {
        CostParams params;
        params.n = power_of_two(exponent);
        std::vector<ResultRow> rows{best_row("Omega", params, CostGoal::omega),
                                    best_row("SBR", params, CostGoal::speedup_sbr),
                                    best_row("MBR", params, CostGoal::speedup_mbr)};
        params.lambda = 1e6;
        rows.push_back(best_row("SBR, lambda 1e6", params, CostGoal::speedup_sbr));
        rows.push_back(best_row("MBR, lambda 1e6", params, CostGoal::speedup_mbr));
        results.push_back(at(params.n, std::move(rows)));
    }
    return results;
}

// Both schemes, each at its best.
std::vector<Result> schemes() {
    std::vector<Result> results;
    for (int exponent = 8; exponent <= 40; exponent += 2) {
        CostParams params;
        params.n = power_of_two(exponent);
        results.push_back(at(params.n, {best_row("SBR", params, CostGoal::speedup_sbr),
                                        best_row("MBR", params, CostGoal::speedup_mbr)}));
    }
    return results;
}

// Eq. 33 for the regions of a box of 2 x 2 x 3 x 2: how many different numbers they get. As it is
// printed, the product runs to q = d; in Eqs. 31 and 32, to d - 1.
std::vector<Result> canonical_order() {
    constexpr std::array<int, 4> sides{2, 2, 3, 2};
    std::set<int> printed, right;
    for (int region = 0; region < 24; ++region) {
        int rest = region, as_printed = 0, as_meant = 0, before = 1;
        for (const int side : sides) {
            const int p = rest % side;
            rest /= side;
            as_meant += p * before;
            before *= side;
            as_printed += p * before;
        }
        printed.insert(as_printed);
        right.insert(as_meant);
    }
    return {at(4, {computed_row("printed", {{"numbers", static_cast<double>(printed.size())}}),
                   computed_row("to d - 1", {{"numbers", static_cast<double>(right.size())}})})};
}

std::vector<Result> cores() {
    return {at(0, {computed_row("A100", {{"cores", 108 * 64}}),
                   computed_row("TITAN RTX", {{"cores", 72 * 64}}),
                   computed_row("TITAN V", {{"cores", 80 * 64}}),
                   computed_row("Jetson Xavier NX", {{"cores", 6 * 64}})})};
}

Quantity value(std::string_view name, std::string_view row, std::string_view column,
               Take take = Take::last, Bound bound = {}, std::string_view published = {},
               std::optional<double> drawn = {}) {
    return {name, Kind::value, row, {}, column, take, bound, published, drawn};
}

std::vector<Claim> computed_claims() {
    constexpr std::string_view method =
        "Eqs. 1 to 25 with A 512, P 0.7, lambda 100, q 128 and c 64 where nothing else is said; "
        "the best g, r and B of {2, 4 ... 1024}. Eqs. 24 and 25 are missing from the text at hand: "
        "MBR is a reading of the prose around them. Near means within a factor of two, unless a "
        "shift is claimed.";
    return {
        {.paper = Paper::modeling,
         .id = "modeling.omega-limit",
         .where = "section 4.2.2, Fig. 3, first row",
         .statement =
             "Omega, the gain in work, approaches A as n grows, the sooner the lower P is.",
         .method = method,
         .computed = omega_by_probability,
         .quantities = {value("Omega, P 0.3", "P 0.3", "gain", Take::last, between(0.99 * 512, 512),
                              "A = 512", 512.0),
                        value("Omega, P 0.5", "P 0.5", "gain", Take::last, between(0.99 * 512, 512),
                              "A = 512"),
                        value("Omega, P 0.7", "P 0.7", "gain", Take::last, between(0.99 * 512, 512),
                              "A = 512"),
                        value("Omega, P 0.9", "P 0.9", "gain")},
         .axis = "n",
         .ordinate = "Omega",
         .shown_by = "model --vary n --over 64..1048576 --optimum"},
        {.paper = Paper::modeling,
         .id = "modeling.omega-lambda",
         .where = "section 4.2.2, Fig. 3, first row, third plot",
         .statement = "The cost of a subdivision matters for small and medium n, and no longer for "
                      "large n.",
         .method = method,
         .computed = omega_by_lambda,
         .quantities = {value("Omega, lambda 1", "lambda 1", "gain", Take::last,
                              between(0.99 * 512, 512), "A = 512", 512.0),
                        value("Omega, lambda 100", "lambda 100", "gain"),
                        value("Omega, lambda 10000", "lambda 10000", "gain"),
                        value("Omega, lambda 1000000", "lambda 1000000", "gain", Take::last,
                              between(0.95 * 512, 512), "A = 512")},
         .axis = "n",
         .ordinate = "Omega"},
        {.paper = Paper::modeling,
         .id = "modeling.omega-optimum",
         .where = "section 4.2.2, Fig. 3, second row",
         .statement =
             "The least work needs r near 2 and B near 8, and a g that grows with n from 2.",
         .method = method,
         .computed = optima,
         .quantities = {value("g at n 256", "Omega", "g", Take::smallest, between(2, 4), "2"),
                        value("r at n 65,536", "Omega", "r", Take::last, between(2, 2), "2"),
                        value("B at n 65,536", "Omega", "B", Take::last, between(4, 16), "8")},
         .of_formula = true,
         .shown_by = "model --vary n --over 256..65536 --optimum"},
        {.paper = Paper::modeling,
         .id = "modeling.omega-g",
         .where = "section 4.2.2, Fig. 3, second row, first plot",
         .statement = "The largest problems have the least work with g near 16.",
         .method = method,
         .computed = optima,
         .quantities = {value("g at n 65,536", "Omega", "g", Take::last, between(8, 32), "16")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.speedup-start",
         .where = "section 4.3.3, Fig. 4, first row",
         .statement = "Subdivision is faster from n = 1,024 on while lambda is at most 100, and "
                      "later where it costs more.",
         .method = method,
         .computed = sbr_by_lambda,
         .quantities = {value("S SBR, lambda 100, from n 1,024 on", "lambda 100", "gain",
                              Take::last, at_least(1), "above 1"),
                        value("S SBR, lambda 1", "lambda 1", "gain"),
                        value("S SBR, lambda 10000", "lambda 10000", "gain"),
                        value("S SBR, lambda 1000000", "lambda 1000000", "gain")},
         .axis = "n",
         .ordinate = "S of SBR"},
        {.paper = Paper::modeling,
         .id = "modeling.mbr-g",
         .where = "section 4.3.3, Fig. 4, second row",
         .statement = "MBR is fastest with the smallest g, 2.",
         .method = method,
         .computed = optima,
         .quantities = {value("g of MBR at n 65,536", "MBR", "g", Take::last, between(2, 4), "2")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.sbr-g",
         .where = "section 4.3.3, Fig. 4, second row",
         .statement = "SBR is fastest with g near 32.",
         .method = method,
         .computed = optima,
         .quantities = {value("g of SBR at n 65,536", "SBR", "g", Take::last, between(16, 64),
                              "32")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.r",
         .where = "section 4.3.3, Fig. 4, third row",
         .statement = "Both schemes are fastest with r near 2.",
         .method = method,
         .computed = optima,
         .quantities = {value("r of SBR at n 65,536", "SBR", "r", Take::last, between(2, 4), "2"),
                        value("r of MBR at n 65,536", "MBR", "r", Take::last, between(2, 4), "2")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.r-lambda",
         .where = "section 4.3.3, Fig. 4, third row",
         .statement = "Where a subdivision costs lambda = 1,000,000, the best r is near 8.",
         .method = method,
         .computed = optima,
         .quantities = {value("r of SBR", "SBR, lambda 1e6", "r", Take::last, between(8, 8), "8"),
                        value("r of MBR", "MBR, lambda 1e6", "r", Take::last, between(8, 8), "8")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.B",
         .where = "section 4.3.3, Fig. 4, fourth row",
         .statement = "Both schemes are fastest with B near 32.",
         .method = method,
         .computed = optima,
         .quantities = {value("B of SBR at n 65,536", "SBR", "B", Take::last, between(16, 64),
                              "32"),
                        value("B of MBR at n 65,536", "MBR", "B", Take::last, between(16, 64),
                              "32")},
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.mbr-in-theory",
         .where = "sections 4.3.2 and 8",
         .statement = "In theory MBR is at least as fast as SBR, and both are equal for large n.",
         .method = method,
         .computed = schemes,
         .quantities = {{"S of MBR over S of SBR", Kind::value_ratio, "SBR", "MBR", "gain",
                         Take::each, at_least(1), "at least 1"},
                        {"the same at n = 2^40", Kind::value_ratio, "SBR", "MBR", "gain",
                         Take::last, between(0.95, 1.05), "1"}},
         .axis = "n",
         .ordinate = "S of MBR over S of SBR",
         .of_formula = true},
        {.paper = Paper::modeling,
         .id = "modeling.cores",
         .where = "Table 1",
         .statement = "q multiprocessors with c cores each are the cores that the table lists.",
         .method = "q times c.",
         .computed = cores,
         .quantities = {value("A100", "A100", "cores", Take::last, between(6912, 6912), "6912"),
                        value("TITAN RTX", "TITAN RTX", "cores", Take::last, between(4608, 4608),
                              "4608"),
                        value("TITAN V", "TITAN V", "cores", Take::last, between(5120, 5120),
                              "5120"),
                        value("Jetson Xavier NX", "Jetson Xavier NX", "cores", Take::last,
                              between(384, 384), "384")}},
        {.paper = Paper::modeling,
         .id = "modeling.canonical-order",
         .where = "section 7.2, Eqs. 31 to 33",
         .statement = "Eq. 33 gives each region of a k-dimensional box a number of its own.",
         .method = "All 24 regions of a box of 2 x 2 x 3 x 2. A product that ends at d - 1, as "
                   "Eqs. 31 and 32 have it, gives 24 numbers.",
         .computed = canonical_order,
         .quantities = {value("numbers, as printed", "printed", "numbers", Take::last,
                              between(24, 24), "24"),
                        value("numbers, product to d - 1", "to d - 1", "numbers", Take::last)},
         .of_formula = true},
    };
}

// --- what is measured

constexpr std::string_view sizes_method =
    "View paper, dwell limit 512, single precision, shortcuts off, each engine with the {g, r, B} "
    "and block that the paper found for its A100; on a processor with {4, 2, 8} up to 4,096. "
    "Medians; the range is that of the runs.";

// S against n.
std::vector<Trial> sizes() {
    return {
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 5",
         On::cpu, 2},
        {2048,
         "bench --view paper --size 2048x2048 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 5",
         On::cpu, 6},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 3",
         On::cpu, 15},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ex,ask --scheme sbr "
         "-g 32 -r 2 -B 16 --block 8x16 --repeat 11",
         On::cuda},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ask --scheme mbr "
         "-g 32 -r 2 -B 32 --block 16x16 --repeat 11",
         On::cuda},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine dp --scheme sbr,mbr "
         "-g 16 -r 2 -B 64 --block 64x8 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ex,ask --scheme sbr "
         "-g 32 -r 4 -B 16 --block 8x16 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ask --scheme mbr "
         "-g 32 -r 2 -B 32 --block 16x16 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 64x8 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 64x8 --repeat 11",
         On::cuda},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine ex,ask --scheme "
         "sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine ask --scheme mbr "
         "-g 64 -r 2 -B 32 --block 16x16 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 64x8 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 64x8 --repeat 11",
         On::cuda, 2},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine ex,ask --scheme "
         "sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 7",
         On::cuda, 6},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine ask --scheme mbr "
         "-g 64 -r 2 -B 32 --block 16x16 --repeat 7",
         On::cuda, 5},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 64x8 --repeat 7",
         On::cuda, 5},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 64x8 --repeat 7",
         On::cuda, 5},
    };
}

// ASK-SBR with one of g, r and B varied, the others as given.
std::vector<Trial> varied(std::string_view name, std::initializer_list<int> on_gpu,
                          std::initializer_list<int> on_cpu) {
    const auto command = [&](int side, int g, int r, int B, std::string_view block) {
        return fmt::format(
            "bench --view paper --size {0}x{0} --precision f32 --engine ex,ask --scheme sbr -g {1} "
            "-r {2} -B {3}{4} --repeat 5",
            side, g, r, B, block);
    };
    const auto with = [&](int usual, std::string_view own, int value) {
        return own == name ? value : usual;
    };
    std::vector<Trial> trials;
    for (const int value : on_gpu)
        trials.push_back({static_cast<double>(value),
                          command(16384, with(64, "g", value), with(4, "r", value),
                                  with(16, "B", value), " --block 8x16"),
                          On::cuda, 2});
    for (const int value : on_cpu)
        trials.push_back(
            {static_cast<double>(value),
             command(2048, with(4, "g", value), with(2, "r", value), with(8, "B", value), ""),
             On::cpu, 4});
    return trials;
}

Quantity over_ex(std::string_view name, std::string_view row, Take take, Bound bound,
                 std::string_view published, std::optional<double> drawn = {}) {
    return {name, Kind::gain, row, "Ex", {}, take, bound, published, drawn};
}

Quantity over(std::string_view name, std::string_view row, std::string_view other, Bound bound,
              std::string_view published) {
    return {name, Kind::gain, row, other, {}, Take::last, bound, published};
}

}  // namespace

std::vector<Claim> modeling_claims() {
    std::vector<Claim> claims{
        {.paper = Paper::modeling,
         .id = "modeling.ask-gain",
         .where = "abstract; section 6.3, Fig. 8, first row",
         .statement = "ASK-SBR is the fastest, 9 to 12 times as fast as Ex at the largest n.",
         .method = sizes_method,
         .trials = sizes(),
         .quantities = {over_ex("S of ASK-SBR", "ASK-SBR", Take::largest, at_least(9),
                                "9 to 12, by GPU; the authors' program on an H200: 11.0", 12.0),
                        over_ex("S of ASK-MBR", "ASK-MBR", Take::largest, {}, ""),
                        over_ex("S of DP-SBR", "DP-SBR", Take::largest, {}, ""),
                        over_ex("S of DP-MBR", "DP-MBR", Take::largest, {}, "")},
         .axis = "n",
         .ordinate = "S, the gain over Ex",
         .headline = true,
         .shown_by = "--view paper --engine ask"},
        {.paper = Paper::modeling,
         .id = "modeling.dp-gain",
         .where = "abstract; section 8",
         .statement = "DP is up to 7.5 times as fast as Ex.",
         .method = sizes_method,
         .trials = sizes(),
         .quantities = {over_ex("S of DP-SBR", "DP-SBR", Take::largest, {},
                                "up to 7.5; the authors' program on an H200: 5.4"),
                        over_ex("S of DP-MBR", "DP-MBR", Take::largest, at_least(0.9 * 7.5),
                                "up to 7.5; the authors' program on an H200: 6.8", 7.5)},
         .axis = "n",
         .ordinate = "S, the gain over Ex",
         .headline = true,
         .shown_by = "--view paper --engine dp"},
        {.paper = Paper::modeling,
         .id = "modeling.ask-over-dp",
         .where = "abstract; section 8",
         .statement = "ASK is up to 60 % faster than DP.",
         .method = sizes_method,
         .trials = sizes(),
         .quantities =
             {{"ASK-SBR over DP-MBR",
               Kind::gain,
               "ASK-SBR",
               "DP-MBR",
               {},
               Take::largest,
               at_least(0.9 * 1.6),
               "up to 1.6; the authors' program on an H200: 1.61",
               1.6},
              {"ASK-SBR over DP-SBR", Kind::gain, "ASK-SBR", "DP-SBR", {}, Take::largest}},
         .axis = "n",
         .ordinate = "how many times shorter",
         .headline = true},
        {.paper = Paper::modeling,
         .id = "modeling.sbr-beats-mbr",
         .where = "sections 6.3 and 8",
         .statement = "SBR is faster than MBR, for DP and for ASK.",
         .method = sizes_method,
         .trials = sizes(),
         .quantities = {over("ASK-SBR over ASK-MBR", "ASK-SBR", "ASK-MBR", at_least(1), "above 1"),
                        over("DP-SBR over DP-MBR", "DP-SBR", "DP-MBR", at_least(1), "above 1")},
         .axis = "n",
         .ordinate = "how many times shorter",
         .headline = true},
        {.paper = Paper::modeling,
         .id = "modeling.start",
         .where = "section 6.3, Fig. 8, first row",
         .statement = "Subdivision begins to gain at about n = 1,024.",
         .method = "View paper, ASK-SBR beside Ex, dwell limit 512, single precision.",
         .trials = {{512,
                     "bench --view paper --size 512x512 --precision f32 --engine ex,ask -g 4 -r "
                     "2 -B 8 --repeat 11",
                     On::cpu},
                    {2048,
                     "bench --view paper --size 2048x2048 --precision f32 --engine ex,ask -g "
                     "4 -r 2 -B 8 --repeat 5",
                     On::cpu, 4},
                    {512,
                     "bench --view paper --size 512x512 --precision f32 --engine ex,ask -g 32 "
                     "-r 2 -B 16 --block 8x16 --repeat 21",
                     On::cuda},
                    {1024,
                     "bench --view paper --size 1024x1024 --precision f32 --engine ex,ask -g "
                     "32 -r 2 -B 16 --block 8x16 --repeat 21",
                     On::cuda},
                    {2048,
                     "bench --view paper --size 2048x2048 --precision f32 --engine ex,ask -g "
                     "32 -r 2 -B 16 --block 8x16 --repeat 21",
                     On::cuda}},
         .quantities = {over_ex("S of ASK-SBR at n 512", "ASK-SBR", Take::smallest, at_most(1.2),
                                "about 1 at 1,024"),
                        over_ex("S of ASK-SBR at n 2,048", "ASK-SBR", Take::last, at_least(1),
                                "above 1")},
         .axis = "n",
         .ordinate = "S, the gain over Ex"},
        {.paper = Paper::modeling,
         .id = "modeling.best-g",
         .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, second row",
         .statement = "ASK-SBR is fastest with g from 32 to 64.",
         .method = "View paper, r 4 and B 16; n 16,384 on a GPU, 2,048 on a processor.",
         .trials = varied("g", {4, 8, 16, 32, 64, 128, 256}, {2, 4, 8, 16, 32, 64}),
         .quantities = {over_ex("g with the largest S", "ASK-SBR", Take::place_of_largest,
                                between(32, 64), "32 to 64")},
         .axis = "g",
         .ordinate = "S of ASK-SBR"},
        {.paper = Paper::modeling,
         .id = "modeling.best-r",
         .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, third row",
         .statement = "All approaches are fastest with a small r, 2 or 4.",
         .method = "View paper, ASK-SBR with g 64 and B 16; n 16,384 on a GPU, 2,048 and g 4 on a "
                   "processor.",
         .trials = varied("r", {2, 4, 8, 16, 32}, {2, 4, 8, 16}),
         .quantities = {over_ex("r with the largest S", "ASK-SBR", Take::place_of_largest,
                                between(2, 4), "2 to 4")},
         .axis = "r",
         .ordinate = "S of ASK-SBR"},
        {.paper = Paper::modeling,
         .id = "modeling.best-B",
         .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, fourth row",
         .statement = "All GPUs are fastest with B near 32.",
         .method =
             "View paper, ASK-SBR with g 64 and r 4; n 16,384 on a GPU, 2,048 and g 4, r 2 on "
             "a processor.",
         .trials = varied("B", {4, 8, 16, 32, 64, 128, 256}, {2, 4, 8, 16, 32, 64}),
         .quantities = {over_ex("B with the largest S", "ASK-SBR", Take::place_of_largest,
                                between(16, 64), "32; ASK-SBR: 16")},
         .axis = "B",
         .ordinate = "S of ASK-SBR"},
        {.paper = Paper::modeling,
         .id = "modeling.energy",
         .where = "the journal version; not in the text at hand",
         .statement = "Subdivision takes up to 20 times less energy than Ex, and ASK up to 2 times "
                      "less than DP.",
         .method = "NVML's counter while frames of view paper are computed for half a second or "
                   "longer, idle power included; n 16,384.",
         .trials = {{16384,
                     "bench --view paper --size 16384x16384 --precision f32 --engine ex,ask "
                     "--scheme sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 3 --energy",
                     On::cuda, 8},
                    {16384,
                     "bench --view paper --size 16384x16384 --precision f32 --engine dp "
                     "--scheme mbr -g 16 -r 2 -B 128 --block 64x8 --repeat 3 --energy",
                     On::cuda, 6}},
         .quantities = {{"energy of Ex over ASK-SBR", Kind::value_ratio, "ASK-SBR", "Ex", "joules",
                         Take::last, at_least(0.9 * 20), "up to 20"},
                        {"energy of DP-MBR over ASK-SBR", Kind::value_ratio, "ASK-SBR", "DP-MBR",
                         "joules", Take::last, at_least(0.9 * 2), "up to 2"}},
         .headline = true},
    };
    std::vector<Claim> computed = computed_claims();
    claims.insert(claims.end(), computed.begin(), computed.end());
    return claims;
}

}  // namespace mariani::app
