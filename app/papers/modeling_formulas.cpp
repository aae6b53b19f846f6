#include "app/papers/claim_parts.hpp"
#include "compute/model/cost_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Kind = Quantity::Kind;

double power_of_two(int exponent) {
    return std::ldexp(1.0, exponent);
}

// The best {g, r, B} and what it gives; the defaults are those of Figs. 3 and 4.
ResultRow best_row(std::string label, const CostParams& params, CostGoal goal) {
    const auto best = optimum(params, goal);
    if (!best) return computed_row(std::move(label), {});
    const double value = gain(cost_of(*best), goal);
    return computed_row(std::move(label),
                        {{"gain", value}, {"g", best->g}, {"r", best->r}, {"B", best->B}});
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
constexpr std::array limits{64.0, 512.0, 4096.0};

std::vector<Result> omega_by_probability() {
    return family(CostGoal::omega, &CostParams::P, "P", probabilities);
}

std::vector<Result> omega_by_lambda() {
    return family(CostGoal::omega, &CostParams::lambda, "lambda", lambdas);
}

std::vector<Result> omega_by_limit() {
    return family(CostGoal::omega, &CostParams::A, "A", limits);
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

// Both schemes with few and many multiprocessors, and few and many cores in each: at their best,
// and how many times they gain less with many.
std::vector<Result> by_parallelism() {
    constexpr std::array few_and_many{16.0, 1024.0};
    std::vector<Result> results;
    for (int exponent = 16; exponent <= 32; exponent += 4) {
        const double n = power_of_two(exponent);
        std::vector<ResultRow> rows;
        for (const auto& [scheme, goal] :
             {std::pair("SBR", CostGoal::speedup_sbr), std::pair("MBR", CostGoal::speedup_mbr)})
            for (const auto& [name, param] :
                 {std::pair("q", &CostParams::q), std::pair("c", &CostParams::c)}) {
                for (const double value : few_and_many)
                    rows.push_back(best_row(fmt::format("{}, {} {}", scheme, name, value),
                                            with(param, value, n), goal));
                const double few = std::prev(rows.end(), 2)->values.at("gain");
                rows.push_back(computed_row(fmt::format("{} by {}", scheme, name),
                                            {{"loss", few / rows.back().values.at("gain")}}));
            }
        results.push_back(at(n, std::move(rows)));
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

constexpr std::string_view method =
    "Eqs. 1 to 25 with A 512, P 0.7, lambda 100, q 128 and c 64 where nothing else is said; "
    "the best g, r and B of {2, 4 ... 1024}. Eqs. 24 and 25 are missing from the text at hand: "
    "MBR is a reading of the prose around them. Near means within a factor of two, unless a "
    "shift is claimed. The best g, r and B may gain nothing, S = 1: above 1 means by a thousandth.";
constexpr std::string_view limit_method =
    "Eqs. 1 to 25 with A 512, lambda 100 and the best g, r and B of {2, 4 ... 1024}. P 0.9 is "
    "shown, and not judged: at n = 2^40 it is still far from A.";
constexpr std::string_view best_g_method =
    "Eqs. 1 to 25 with A 512, P 0.7, lambda 100, q 128 and c 64; the best g, r and B of {2, 4 ... "
    "1024}. Near means within a factor of two. From n = 2^30 on the best g is 16.";

Claim omega_limit_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.omega-limit",
            .where = "section 4.2.2, Fig. 3, first row",
            .statement = "Omega, the gain in work, approaches A as n grows.",
            .method = limit_method,
            .computed = omega_by_probability,
            .quantities = {value("Omega, P 0.3", "P 0.3", "gain", Take::last,
                                 between(0.99 * 512, 512), "A = 512", 512.0),
                           value("Omega, P 0.5", "P 0.5", "gain", Take::last,
                                 between(0.99 * 512, 512), "A = 512"),
                           value("Omega, P 0.7", "P 0.7", "gain", Take::last,
                                 between(0.99 * 512, 512), "A = 512"),
                           value("Omega, P 0.9", "P 0.9", "gain")},
            .axis = "n",
            .ordinate = "Omega",
            .shown_by =
                "model --n 1099511627776 --vary n --over 64..1099511627776 --vary P --over "
                "0.3,0.5,0.7,0.9 --optimum"};
}

Claim omega_lambda_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.omega-lambda",
            .where = "section 4.2.2, Fig. 3, first row, third plot",
            .statement =
                "The cost of a subdivision matters for small and medium n, and no longer for "
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
            .ordinate = "Omega",
            .shown_by =
                "model --n 1099511627776 --vary n --over 64..1099511627776 --vary lambda --over "
                "1,100,10000,1000000 --optimum"};
}

Claim omega_bound_claim() {
    const auto limit = [](std::string_view name, std::string_view row, double A,
                          std::string_view published) {
        return value(name, row, "gain", Take::last, between(0.95 * A, A), published);
    };
    return {.paper = Paper::modeling,
            .id = "modeling.omega-bound",
            .where = "section 4.2.2, Fig. 3, first row, second plot",
            .statement = "Whatever A is, Omega meets it where n is large.",
            .method = method,
            .computed = omega_by_limit,
            .quantities = {limit("Omega, A 64", "A 64", 64, "A = 64"),
                           limit("Omega, A 512", "A 512", 512, "A = 512"),
                           limit("Omega, A 4096", "A 4096", 4096, "A = 4096")},
            .axis = "n",
            .ordinate = "Omega",
            .shown_by =
                "model --n 1099511627776 --vary n --over 64..1099511627776 --vary A --over "
                "64,512,4096 --optimum"};
}

// A claim on where the best g, r or B is; shown as the curves over that one.
Claim of_optima(std::string_view id, std::string_view where, std::string_view statement,
                std::vector<Quantity> quantities, std::string_view shown_by,
                std::string_view how = method) {
    return {.paper = Paper::modeling,
            .id = id,
            .where = where,
            .statement = statement,
            .method = how,
            .computed = optima,
            .quantities = std::move(quantities),
            .of_formula = true,
            .shown_by = shown_by};
}

constexpr std::string_view over_g = "model --n 65536 --vary g --over 2..1024 --optimum",
                           over_r = "model --n 65536 --vary r --over 2..1024 --optimum",
                           over_B = "model --n 65536 --vary B --over 2..1024 --optimum";

std::vector<Claim> optima_of_omega() {
    return {of_optima("modeling.omega-optimum", "section 4.2.2, Fig. 3, second row",
                      "The least work needs r near 2 and B near 8, and a g that grows with n from "
                      "2.",
                      {value("least g", "Omega", "g", Take::smallest, between(2, 4), "2"),
                       value("r at n 65,536", "Omega", "r", Take::last, between(2, 2), "2"),
                       value("B at n 65,536", "Omega", "B", Take::last, between(4, 16), "8")},
                      over_B),
            of_optima("modeling.omega-g", "section 4.2.2, Fig. 3, second row, first plot",
                      "The largest problems have the least work with g near 16.",
                      {value("g at n 65,536", "Omega", "g", Take::last, between(8, 32), "16")},
                      over_g)};
}

std::vector<Claim> optima_of_speedup() {
    constexpr std::string_view of_g = "section 4.3.3, Fig. 4, second row",
                               of_r = "section 4.3.3, Fig. 4, third row",
                               of_B = "section 4.3.3, Fig. 4, fourth row";
    return {
        of_optima("modeling.mbr-g", of_g, "MBR is fastest with the smallest g, 2.",
                  {value("g of MBR at n 65,536", "MBR", "g", Take::last, between(2, 4), "2")},
                  over_g),
        of_optima("modeling.sbr-g", of_g, "SBR is fastest with g near 32, for n up to 65,536.",
                  {value("g of SBR at n 65,536", "SBR", "g", Take::last, between(16, 64), "32")},
                  over_g, best_g_method),
        of_optima("modeling.r", of_r, "Both schemes are fastest with r near 2.",
                  {value("r of SBR at n 65,536", "SBR", "r", Take::last, between(2, 4), "2"),
                   value("r of MBR at n 65,536", "MBR", "r", Take::last, between(2, 4), "2")},
                  over_r),
        of_optima("modeling.r-lambda", of_r,
                  "Where a subdivision costs lambda = 1,000,000, the best r is near 8.",
                  {value("r of SBR", "SBR, lambda 1e6", "r", Take::last, between(8, 8), "8"),
                   value("r of MBR", "MBR, lambda 1e6", "r", Take::last, between(8, 8), "8")},
                  "model --n 65536 --lambda 1000000 --vary r --over 2..1024 --optimum"),
        of_optima("modeling.B", of_B, "Both schemes are fastest with B near 32.",
                  {value("B of SBR at n 65,536", "SBR", "B", Take::last, between(16, 64), "32"),
                   value("B of MBR at n 65,536", "MBR", "B", Take::last, between(16, 64), "32")},
                  over_B)};
}

Claim speedup_start_claim() {
    constexpr Bound more = at_least(1.001);  // the best g, r and B may gain nothing
    return {.paper = Paper::modeling,
            .id = "modeling.speedup-start",
            .where = "section 4.3.3, Fig. 4, first row",
            .statement =
                "Subdivision is faster from n = 1,024 on while lambda is at most 100, and "
                "later where it costs more.",
            .method = method,
            .computed = sbr_by_lambda,
            .quantities = {from(1024, value("S SBR, lambda 100, from n 1,024 on", "lambda 100",
                                            "gain", Take::each, more, "above 1")),
                           from(1024, value("S SBR, lambda 1, from n 1,024 on", "lambda 1", "gain",
                                            Take::each, more, "above 1")),
                           value("S SBR, lambda 10000", "lambda 10000", "gain"),
                           from(1024, value("least S SBR, lambda 1000000, from n 1,024 on",
                                            "lambda 1000000", "gain", Take::smallest, at_most(1),
                                            "not above 1"))},
            .axis = "n",
            .ordinate = "S of SBR",
            .of_formula = true,
            .shown_by =
                "model --n 65536 --vary n --over 64..65536 --vary lambda --over "
                "1,100,10000,1000000 --optimum"};
}

Claim parallelism_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.parallelism",
            .where = "section 4.3.3, Fig. 4, first row",
            .statement =
                "More multiprocessors cost SBR more of its gain than MBR; more cores in "
                "each cost both the same.",
            .method =
                "S with 16 over S with 1024 of them, n 2^16 to 2^32; else as in Fig. 4. The "
                "same is within a quarter.",
            .computed = by_parallelism,
            .quantities = {{"loss of SBR over that of MBR, by q", Kind::value_ratio, "MBR by q",
                            "SBR by q", "loss", Take::each, at_least(1), "above 1", 1.0},
                           {"loss of SBR over that of MBR, by c", Kind::value_ratio, "MBR by c",
                            "SBR by c", "loss", Take::each, about(1, 0.25), "1"}},
            .axis = "n",
            .ordinate = "loss of SBR over that of MBR",
            .of_formula = true,
            .shown_by = "model --n 1048576 --vary q --over 1..1024 --optimum"};
}

Claim g_parallelism_claim() {
    return {
        .paper = Paper::modeling,
        .id = "modeling.g-parallelism",
        .where = "section 4.3.3, Fig. 4, second row",
        .statement =
            "With more multiprocessors the best g of SBR is larger; with more cores "
            "in each it stays.",
        .method =
            "The best g with 1024 over that with 16 of them, n 2^16 to 2^32. About 1 is from a "
            "half to 2.",
        .computed = by_parallelism,
        .quantities = {{"g of SBR, q 1024 over q 16", Kind::value_ratio, "SBR, q 16", "SBR, q 1024",
                        "g", Take::each, at_least(2), "above 1"},
                       {"g of SBR, c 1024 over c 16", Kind::value_ratio, "SBR, c 16", "SBR, c 1024",
                        "g", Take::each, between(0.5, 2), "about 1"}},
        .of_formula = true,
        .shown_by =
            "model --n 1048576 --vary g --over 2..1024 --vary q --over 16,64,256,1024 --optimum"};
}

Claim r_parallelism_claim() {
    const auto same = [](std::string_view name, std::string_view many, std::string_view few) {
        return Quantity{name, Kind::value_ratio, few, many, "r", Take::each, exactly(1), "1"};
    };
    return {
        .paper = Paper::modeling,
        .id = "modeling.r-parallelism",
        .where = "section 4.3.3, Fig. 4, third row",
        .statement = "The best r does not depend on the multiprocessors and their cores.",
        .method = "The best r with 1024 over that with 16 of them, n 2^16 to 2^32.",
        .computed = by_parallelism,
        .quantities = {same("r of SBR, q 1024 over q 16", "SBR, q 1024", "SBR, q 16"),
                       same("r of SBR, c 1024 over c 16", "SBR, c 1024", "SBR, c 16"),
                       same("r of MBR, q 1024 over q 16", "MBR, q 1024", "MBR, q 16"),
                       same("r of MBR, c 1024 over c 16", "MBR, c 1024", "MBR, c 16")},
        .of_formula = true,
        .shown_by =
            "model --n 1048576 --vary r --over 2..1024 --vary q --over 16,64,256,1024 --optimum"};
}

Claim B_lambda_claim() {
    return {
        .paper = Paper::modeling,
        .id = "modeling.B-lambda",
        .where = "section 4.3.3, Fig. 4, fourth row",
        .statement = "Where a subdivision costs more, the best B is larger.",
        .method = method,
        .computed = sbr_by_lambda,
        .quantities = {{"B of SBR, lambda 100 over lambda 1", Kind::value_ratio, "lambda 1",
                        "lambda 100", "B", Take::last, at_least(2), "above 1"},
                       {"B of SBR, lambda 10000 over lambda 100", Kind::value_ratio, "lambda 100",
                        "lambda 10000", "B", Take::last, at_least(2), "above 1"}},
        .of_formula = true,
        .shown_by =
            "model --n 65536 --vary B --over 2..1024 --vary lambda --over 1,100,10000 --optimum"};
}

Claim mbr_in_theory_claim() {
    return {
        .paper = Paper::modeling,
        .id = "modeling.mbr-in-theory",
        .where = "sections 4.3.2 and 8",
        .statement = "In theory MBR is at least as fast as SBR, and both are equal for large n.",
        .method = method,
        .computed = schemes,
        .quantities = {{"S of MBR over S of SBR", Kind::value_ratio, "SBR", "MBR", "gain",
                        Take::each, at_least(1), "at least 1"},
                       {"the same at n = 2^40", Kind::value_ratio, "SBR", "MBR", "gain", Take::last,
                        between(0.95, 1.05), "1"}},
        .axis = "n",
        .ordinate = "S of MBR over S of SBR",
        .of_formula = true,
        .shown_by = "model --n 1099511627776 --vary n --over 256..1099511627776 --optimum"};
}

}  // namespace

std::vector<Claim> modeling_formulas() {
    std::vector<Claim> claims{omega_limit_claim(), omega_bound_claim(), omega_lambda_claim()};
    std::ranges::move(optima_of_omega(), std::back_inserter(claims));
    claims.push_back(speedup_start_claim());
    std::ranges::move(optima_of_speedup(), std::back_inserter(claims));
    for (const auto& claim : {parallelism_claim, g_parallelism_claim, r_parallelism_claim,
                              B_lambda_claim, mbr_in_theory_claim})
        claims.push_back(claim());
    return claims;
}

}  // namespace mariani::app
