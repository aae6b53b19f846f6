#include "app/papers/claim_parts.hpp"

#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::string_view life_method =
    "Life on the gasket, BB's time over the engine's at the same rho, medians of 20 steps each. "
    "The authors' program waits for the host after each step, this one does not. A cell "
    "takes a byte here and 4 there; both have the rule B2/S23. 'Up to' holds from nine tenths of "
    "the figure "
    "on.";

double side_of(int level) {
    return std::ldexp(1.0, level);
}

// All engines at one rho, with tensor cores and without; shared by the claims.
Trial all_engines(double x, int level, int rho) {
    const double states = std::ldexp(1.0, 2 * level - 32);  // of the largest box
    return {x,
            fmt::format("bench --workload gasket --engine bb,lambda,nu,nu-mma --r {} --rho {} "
                        "--steps 20 --repeat 3",
                        level, rho),
            On::cuda, 1 + 240 * states / (rho * rho)};
}

// By n, up to the largest that takes no longer than the others.
std::vector<Trial> over_sizes(int rho, std::initializer_list<int> levels) {
    std::vector<Trial> trials;
    for (const int level : levels) trials.push_back(all_engines(side_of(level), level, rho));
    return trials;
}

constexpr std::initializer_list<int> small_blocks{6, 7, 8, 10, 12, 13, 14, 15};
constexpr std::initializer_list<int> large_blocks{6, 7, 8, 10, 12, 13, 14, 15, 16};

// Each of the two with the blocks that suit it best.
std::vector<Trial> bests(std::initializer_list<int> levels) {
    std::vector<Trial> trials;
    for (const int level : levels)
        for (const auto* const contestant : {"bb --rho 32", "nu --rho 16"})
            trials.push_back({side_of(level),
                              fmt::format("bench --workload gasket --engine {} --r {} --steps 20 "
                                          "--repeat 5",
                                          contestant, level),
                              On::cuda});
    return trials;
}

Claim life_claim(std::string_view id, std::string_view where, std::string_view statement,
                 std::vector<Trial> trials, std::vector<Quantity> quantities) {
    Claim claim{.paper = Paper::fractals,
                .id = id,
                .where = where,
                .statement = statement,
                .method = life_method,
                .trials = std::move(trials),
                .quantities = std::move(quantities)};
    claim.axis = "n";
    claim.ordinate = "S, the gain over BB";
    return claim;
}

Quantity over_bb(std::string_view name, std::string_view row, Take take = Take::last,
                 Bound bound = {}, std::string_view published = {},
                 std::optional<double> drawn = {}) {
    return gain_over(name, row, "bb", take, bound, published, drawn);
}

// Figs. 10 and 11: a chart for each rho, with all engines.
std::vector<Claim> speedup_claims() {
    const std::string_view where = "section 4.1, Figs. 10 and 11";
    const auto others = [](std::vector<Quantity> judged, std::string_view tensor = "",
                           std::string_view lambda = "") {
        judged.push_back(over_bb("S of nu by tensor cores", "nu-mma", Take::largest, {}, tensor));
        judged.push_back(over_bb("S of lambda", "lambda", Take::largest, {}, lambda));
        return judged;
    };
    std::vector<Claim> claims{
        life_claim("fractals.speedup", "abstract; sections 4.1 and 5; Fig. 10",
                   "Compact fractals are computed up to 11 times as fast as in their bounding box.",
                   over_sizes(2, small_blocks),
                   others({over_bb("S of nu, rho 2", "nu", Take::largest, at_least(0.9 * 11),
                                   "about 11 (abstract), 10.2 (text), A100", 10.2)})),
        life_claim("fractals.speedup-rho-4", where,
                   "With blocks of 4 x 4, nu gains most over BB at the largest n.",
                   over_sizes(4, small_blocks),
                   others({over_bb("S of nu, rho 4", "nu", Take::last, at_least(1),
                                   "up to 10.2, A100, the best of rho 2, 4 and 8", 10.2),
                           over_bb("n of the largest S of nu", "nu", Take::place_of_largest,
                                   exactly(side_of(15)), "the largest n")})),
        life_claim("fractals.speedup-rho-8", where,
                   "With blocks of 8 x 8, nu gains most over BB at the largest n.",
                   over_sizes(8, large_blocks),
                   others({over_bb("S of nu, rho 8", "nu", Take::last, at_least(1),
                                   "up to 10.2, A100, the best of rho 2, 4 and 8", 10.2),
                           over_bb("n of the largest S of nu", "nu", Take::place_of_largest,
                                   exactly(side_of(16)), "the largest n")})),
        life_claim(
            "fractals.speedup-rho-16", where,
            "With blocks of 16 x 16, nu is slower than BB at first, and then up to 2.8 times as "
            "fast.",
            over_sizes(16, large_blocks),
            others({over_bb("least S of nu, rho 16", "nu", Take::smallest, at_most(1),
                            "below 1, A100"),
                    over_bb("S of nu, rho 16", "nu", Take::largest, at_least(0.9 * 2.8),
                            "up to 2.8, A100; the authors' later files, n 32,768: 5.04 / 3.11 ms "
                            "(TITAN RTX), 6.80 / 1.99 (TITAN V)",
                            2.8)},
                   "later files: 5.04 / 2.25 ms (TITAN RTX), 6.80 / 1.49 (TITAN V)",
                   "later files: 5.04 / 1.89 ms (TITAN RTX), 6.80 / 1.76 (TITAN V)")),
        life_claim(
            "fractals.speedup-rho-32", where,
            "With blocks of 32 x 32, nu is slower than BB at first, and then up to 2.8 times as "
            "fast.",
            over_sizes(32, large_blocks),
            others({over_bb("least S of nu, rho 32", "nu", Take::smallest, at_most(1),
                            "below 1, A100"),
                    over_bb("S of nu, rho 32", "nu", Take::largest, at_least(0.9 * 2.8),
                            "up to 2.8, A100; the authors' later files, n 32,768: 6.59 / 3.96 ms "
                            "(TITAN RTX), 2.93 / 2.17 (TITAN V)",
                            2.8)},
                   "later files: 6.59 / 3.27 ms (TITAN RTX), 2.93 / 2.87 (TITAN V)",
                   "later files: 6.59 / 1.96 ms (TITAN RTX), 2.93 / 1.54 (TITAN V)")),
        life_claim("fractals.grows", "sections 4.1 and 5; Fig. 13",
                   "S is greatest at the largest n.", over_sizes(16, {13, 14, 15, 16}),
                   {over_bb("n of the largest S of nu, rho 16", "nu", Take::place_of_largest,
                            exactly(65536), "the largest n"),
                    over_bb("S of nu, rho 16", "nu")}),
        life_claim(
            "fractals.lambda", where, "nu is never faster than lambda on the expanded fractal.",
            over_sizes(16, large_blocks),
            {gain_over("nu over lambda", "nu", "lambda", Take::each, at_most(1), "below 1")}),
    };
    claims.front().headline = true;
    claims.back().ordinate = "how many times shorter";
    claims.push_back(life_claim("fractals.small", where,
                                "Below n = 2^7 the compact form makes no great difference.",
                                over_sizes(16, {4, 5, 6}),
                                {over_bb("S of nu, rho 16", "nu", Take::each, between(0.5, 1.5),
                                         "a little below 1, A100", 1.0)}));
    claims.back().method =
        "As fractals.speedup, with n of 16 to 64; no great difference means from half to one and a "
        "half times.";
    return claims;
}

Claim shared_memory_claim() {
    std::vector<Trial> trials;
    for (const int level : {12, 13, 14, 15})
        for (const auto* const shared : {"on", "off"})
            trials.push_back(
                {side_of(level),
                 fmt::format("bench --workload gasket --engine bb,lambda,nu,nu-mma --r {} --rho 16 "
                             "--shared {} --steps 20 --repeat 5",
                             level, shared),
                 On::cuda});
    Claim claim = life_claim(
        "fractals.shared-memory", "section 4",
        "BB and lambda are faster without shared memory, nu with it.", std::move(trials),
        {gain_over("BB without over with", "bb unshared", "bb shared", Take::each, at_least(1),
                   "above 1, A100, Titan V"),
         gain_over("lambda without over with", "lambda unshared", "lambda shared", Take::each,
                   at_least(1), "above 1, A100, Titan V"),
         gain_over("nu with over without", "nu shared", "nu unshared", Take::each, at_least(1),
                   "above 1, A100, Titan V"),
         gain_over("nu by tensor cores with over without", "nu-mma shared", "nu-mma unshared")});
    claim.method =
        "Blocks of 16 x 16, medians of 20 steps each, n of 2^12 to 2^15. With shared memory, a "
        "block first copies its cells and the ring around them there; without, it reads them where "
        "they are. nu keeps the places of the eight neighbours there in both.";
    claim.ordinate = "how many times shorter";
    return claim;
}

std::vector<Claim> best_claims() {
    std::vector<Claim> claims{
        life_claim("fractals.from-8192", "section 4.1, Figs. 10 and 11",
                   "With the best blocks for each, nu is faster than BB from n = 2^13 on.",
                   bests({13, 14, 15, 16}),
                   {over_bb("S of nu, rho 16, over BB, rho 32", "nu", Take::each, at_least(1),
                            "above 1, A100; Titan V: never", 1.0)}),
        life_claim("fractals.before-8192", "section 4.1, Figs. 10 and 11",
                   "With the best blocks for each, BB is faster than nu below n = 2^13.",
                   bests({9, 10, 11, 12}),
                   {over_bb("S of nu, rho 16, over BB, rho 32", "nu", Take::each, at_most(1),
                            "below 1, A100", 1.0)}),
    };
    for (Claim& claim : claims)
        claim.method = "BB with rho 32 and nu with rho 16, medians of 20 steps each.";
    claims.front().headline = true;

    Claim blocks{.paper = Paper::fractals,
                 .id = "fractals.best-rho",
                 .where = "section 4.1, Fig. 10",
                 .statement = "BB is fastest with rho 32, nu with rho 16.",
                 .method = "Medians of three runs, n 32,768.",
                 .quantities = {}};
    for (const int rho : {2, 4, 8, 16, 32}) blocks.trials.push_back(all_engines(rho, 15, rho));
    blocks.quantities = {
        time_of("rho of the fastest BB", "bb", Take::place_of_smallest, exactly(32), "32, A100"),
        time_of("rho of the fastest nu", "nu", Take::place_of_smallest, exactly(16), "16, A100"),
        time_of("rho of the fastest lambda", "lambda", Take::place_of_smallest)};
    blocks.axis = "rho";
    blocks.ordinate = "ms a step";
    claims.push_back(std::move(blocks));
    claims.push_back(shared_memory_claim());
    return claims;
}

// Fig. 12.
std::vector<Claim> tensor_claims() {
    const auto tensor = [](std::string_view id, int rho, std::string_view statement) {
        Claim claim =
            life_claim(id, "sections 4.1 and 5; Fig. 12", statement,
                       over_sizes(rho, {8, 10, 12, 13, 14, 15, 16}),
                       {gain_over("nu by tensor cores over nu", "nu-mma", "nu", Take::largest,
                                  at_least(1.05), "up to 1.10, A100, Titan V", 1.1)});
        claim.method =
            "nu's time over that by tensor cores, medians of 20 steps each, n of 2^8 to 2^16. "
            "Weights that half precision cannot hold are split here. Up to 10 % holds from half "
            "of these 10 % on.";
        claim.ordinate = "how many times shorter";
        return claim;
    };
    std::vector<Claim> claims{
        tensor("fractals.tensor-cores", 16, "Tensor cores make nu up to 10 % faster with rho 16."),
        tensor("fractals.tensor-cores-rho-32", 32,
               "Tensor cores make nu up to 10 % faster with rho 32.")};
    claims.front().headline = true;
    return claims;
}

std::vector<Claim> size_claims() {
    Claim reach{.paper = Paper::fractals,
                .id = "fractals.reach",
                .where = "section 4.1, Fig. 13",
                .statement = "The compact form is computed up to n = 2^20 on one GPU of 40 GB.",
                .method = "nu alone, rho 16, a byte a place, two states.",
                .quantities = {}};
    for (const int level : {16, 17, 18, 19, 20})
        reach.trials.push_back({side_of(level),
                                fmt::format("bench --workload gasket --engine nu --r {} --rho 16 "
                                            "--steps 3 --repeat 3",
                                            level),
                                On::cuda, level == 20 ? 6.0 : 2.0});
    reach.quantities = {
        value("bytes at n = 2^20", "nu", "bytes", Take::last, at_most(40e9), "40 GB, A100"),
        value("ms a step at n = 2^20", "nu", "ms_a_step")};
    reach.axis = "n";
    reach.ordinate = "bytes, ms a step";

    Claim bytes{.paper = Paper::fractals,
                .id = "fractals.memory-measured",
                .where = "sections 3.1 and 5",
                .statement =
                    "The states of a compact gasket are (4/3)^(r - log2 rho) times "
                    "smaller than those of its box.",
                .method = "The bytes of BB's states over those of nu's, r 10; the bound is 1 %.",
                .quantities = {}};
    for (const int rho : {2, 4, 8, 16, 32})
        bytes.trials.push_back({static_cast<double>(rho),
                                fmt::format("bench --workload gasket --engine bb,nu --r 10 --rho "
                                            "{} --steps 1 --repeat 1",
                                            rho)});
    const auto smaller = [](std::string_view name, Take take, double expected,
                            std::string_view published) {
        return Quantity{name, Quantity::Kind::value_ratio, "nu",      "bb",    "bytes",
                        take, about(expected, 0.01),       published, expected};
    };
    bytes.quantities = {
        smaller("times smaller, rho 2", Take::largest, std::pow(4.0 / 3, 9), "(4/3)^9 = 13.3"),
        smaller("times smaller, rho 32", Take::smallest, std::pow(4.0 / 3, 5), "(4/3)^5 = 4.21")};
    bytes.axis = "rho";
    bytes.ordinate = "times smaller";
    return {std::move(reach), std::move(bytes)};
}

}  // namespace

std::vector<Claim> fractals_claims() {
    std::vector<Claim> all;
    for (const auto list :
         {speedup_claims, best_claims, tensor_claims, fractals_formulas, size_claims})
        for (Claim& claim : list()) all.push_back(std::move(claim));
    return all;
}

}  // namespace mariani::app
