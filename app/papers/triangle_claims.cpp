#include "app/papers/claim_parts.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

// --- what `check` finds

std::vector<Claim> checked_claims() {
    return {
        {.paper = Paper::triangle,
         .id = "triangle.theorem-1",
         .where = "section III-A, Theorem 1, Eqs. 2 to 8",
         .statement = "g(lambda) gives every block of the triangle to one block of the grid.",
         .method = "Every cell counted, N 1,000 and rho 16, with an exact root.",
         .trials = {{1000, "check --workload triangle --test map --map ltm-square,ltm --n 1000"}},
         .quantities = {value("cells missed, LTM square", "ltm-square", "missed", Take::last,
                              exactly(0), "0"),
                        value("cells repeated, LTM square", "ltm-square", "repeated", Take::last,
                              exactly(0), "0")},
         .shown_by = "--workload triangle --map ltm-square --n 1000"},
        {.paper = Paper::triangle,
         .id = "triangle.eq-9",
         .where = "section III-A, Eq. 9",
         .statement = "Without the diagonal, j is lambda - i(i+1)/2.",
         .method = "Every cell counted, N 64 and rho 16. With j = lambda - i(i-1)/2 no cell is "
                   "missed.",
         .trials = {{64,
                     "check --workload triangle --test map --map ltm-strict-printed,ltm-strict "
                     "--n 64"}},
         .quantities = {value("cells missed, as printed", "ltm-strict-printed", "missed",
                              Take::last, exactly(0), "0"),
                        value("cells missed, with i(i-1)/2", "ltm-strict", "missed")},
         .of_formula = true,
         .shown_by = "--workload triangle --map ltm-strict-printed --n 64"},
        {.paper = Paper::triangle,
         .id = "triangle.rb-fold",
         .where = "section IV-B",
         .statement = "RB sends a thread above the diagonal to i = N - y - 1 and j = N - i - 1.",
         .method = "Every cell counted, N 64 and rho 16. With j = N - 1 - x no cell is missed.",
         .trials = {{64,
                     "check --workload triangle --test map --map rb-printed,rb-threads --n 64"}},
         .quantities = {value("cells missed, as printed", "rb-printed", "missed", Take::last,
                              exactly(0), "0"),
                        value("cells missed, with x", "rb-threads", "missed")},
         .of_formula = true,
         .shown_by = "--workload triangle --map rb-printed --n 64"},
        {.paper = Paper::triangle,
         .id = "triangle.utm-range",
         .where = "sections II and VI",
         .statement = "UTM with Newton's root and two corrections is exact up to N = 3,000.",
         .method = "Every cell counted on the processor. UTM-N has argument and root in single "
                   "precision; 'UTM printed' rounds an exact argument, and corrects nothing.",
         .trials = {{3000, "check --workload triangle --test map --map utm-printed,utm-n --n 3000",
                     On::both, 4}},
         .quantities = {value("cells missed, UTM-N", "utm-n", "missed", Take::last, exactly(0),
                              "0"),
                        value("cells missed, UTM printed", "utm-printed", "missed")},
         .shown_by = "--workload triangle --map utm-n --n 3000"},
        {.paper = Paper::triangle,
         .id = "triangle.utm-limit",
         .where = "section VI",
         .statement = "Beyond N = 3,000 UTM is not exact.",
         .method = "As triangle.utm-range, at N = 5,120.",
         .trials = {{5120, "check --workload triangle --test map --map utm-printed,utm-n --n 5120",
                     On::both, 8}},
         .quantities = {value("cells missed, UTM-N", "utm-n", "missed", Take::last, at_least(1),
                              "more than 0"),
                        value("cells missed, UTM printed", "utm-printed", "missed")},
         .shown_by = "--workload triangle --map utm-n --n 6144"},
    };
}

// --- what is timed

constexpr std::string_view maps_method =
    "BB's time over the map's, medians, for N of 5,120 to 30,720 with rho 16. 'Up to' holds from "
    "nine tenths of the figure on. LTM is LTM-R, with the reciprocal root.";

std::vector<Trial> over_sizes(std::string_view options, std::initializer_list<int> sizes,
                              double seconds = 1) {
    std::vector<Trial> trials;
    for (const int side : sizes)
        trials.push_back(
            {static_cast<double>(side),
             fmt::format("bench --workload triangle {} --n {} --repeat 9", options, side), On::cuda,
             seconds});
    return trials;
}

constexpr std::initializer_list<int> usual_sizes{5120, 10240, 15360, 20480, 25600, 30720};

std::vector<Trial> roots() {
    return over_sizes("--test dummy --map bb,ltm-x,ltm-n,ltm-r --rho 16", usual_sizes);
}
std::vector<Trial> dummies() {
    return over_sizes("--test dummy --map bb,ltm-r,rb-threads,rec,utm --rho 16", usual_sizes);
}
std::vector<Trial> distances() {
    return over_sizes("--test edm --features 4 --map bb,ltm-r,rb-threads,rec,utm --rho 16",
                      usual_sizes);
}
std::vector<Trial> spheres() {
    return over_sizes("--test collision --features 3 --map bb,ltm-r,rb-threads,rec,utm",
                      usual_sizes);
}

Quantity over_box(std::string_view name, std::string_view row, Take take, Bound bound,
                  std::string_view published, std::optional<double> drawn = {}) {
    return gain_over(name, row, "BB", take, bound, published, drawn);
}

Claim maps_claim(std::string_view id, std::string_view where, std::string_view statement,
                 std::vector<Trial> trials, std::vector<Quantity> quantities) {
    Claim claim{.paper = Paper::triangle,
                .id = id,
                .where = where,
                .statement = statement,
                .method = maps_method,
                .trials = std::move(trials),
                .quantities = std::move(quantities)};
    claim.axis = "N";
    claim.ordinate = "I, the gain over BB";
    return claim;
}

std::vector<Claim> root_claims() {
    const std::string_view where = "section IV-A; Fig. 3, left";
    std::vector<Claim> claims{
        maps_claim("triangle.fastest-root", where,
                   "The reciprocal root, LTM-R, is the fastest of the three, and faster than BB.",
                   roots(),
                   {over_box("I of LTM-R", "LTM-R", Take::last, at_least(1),
                             "about 1.15 (GTX 680), 1.1 (GTX 765M), 1.08 (K40)", 1.15),
                    gain_over("LTM-R over LTM-X", "LTM-R", "LTM-X", Take::last, at_least(1),
                              "1.32 (GTX 680), 1.33 (GTX 765M), 1 (K40)"),
                    gain_over("LTM-R over LTM-N", "LTM-R", "LTM-N", Take::last, at_least(1),
                              "1.12 (GTX 680), 1.15 (GTX 765M), 1 (K40)")}),
        maps_claim(
            "triangle.slow-roots", where,
            "CUDA's plain root, LTM-X, makes LTM slower than BB, and Newton's, LTM-N, as fast as "
            "it, on small GPUs: the GTX 680 and 765M.",
            roots(),
            {over_box(
                 "I of LTM-X", "LTM-X", Take::last, at_most(1),
                 "about 0.87 (GTX 680), 0.83 (GTX 765M; data file: 43.53 / 52.04 ms), 1.08 (K40)",
                 0.87),
             over_box(
                 "I of LTM-N", "LTM-N", Take::last, about(1, 0.1),
                 "about 1.025 (GTX 680), 0.96 (GTX 765M; data file: 43.53 / 45.29 ms), 1.08 (K40)",
                 1.0)}),
        maps_claim("triangle.root-for-free", "sections IV-A and VI; Fig. 3, left",
                   "On the largest GPU, CUDA's plain root costs LTM nothing.", roots(),
                   {gain_over("LTM-X over LTM-R", "LTM-X", "LTM-R", Take::last, about(1, 0.1),
                              "1 (K40)", 1.0)}),
        maps_claim("triangle.k", "section III-B",
                   "A block of LTM costs 1.5 to 2 times one of BB: I lies between 1 and 1.33.",
                   roots(),
                   {over_box("I of LTM-R", "LTM-R", Take::last, between(1, 2 / 1.5), "1 to 1.33"),
                    over_box("I of LTM-X", "LTM-X", Take::last, {}, "")}),
    };
    claims.front().headline = true;
    return claims;
}

std::vector<Claim> dummy_claims() {
    const std::string_view where = "section V; Fig. 5, dummy kernel";
    return {
        maps_claim(
            "triangle.dummy-rb", where, "RB is the fastest map, up to 33 % faster than BB.",
            dummies(),
            {over_box("I of RB", "RB threads", Take::largest, at_least(0.9 * 1.33),
                      "up to 1.33 (GTX 765M); its data file: 43.53 / 32.76 ms at N 30,720", 1.33),
             gain_over("RB over LTM", "RB threads", "LTM-R", Take::last, at_least(1),
                       "39.51 / 32.76 ms (GTX 765M, data file)")}),
        maps_claim(
            "triangle.dummy-ltm", where, "LTM comes second, 18 % faster than BB.", dummies(),
            {over_box("I of LTM", "LTM-R", Take::largest, at_least(0.9 * 1.18),
                      "1.18 (GTX 680); GTX 765M, data file: 43.53 / 39.51 ms at N 30,720", 1.18)}),
        maps_claim("triangle.dummy-slower", where, "REC and UTM are slower than BB for every N.",
                   dummies(),
                   {over_box("I of REC", "REC", Take::each, at_most(1),
                             "below 1; GTX 765M, data file: 43.53 / 48.80 ms at N 30,720"),
                    over_box("I of UTM", "UTM", Take::each, at_most(1),
                             "below 1; GTX 765M, data file: 43.53 / 59.51 ms at N 30,720")}),
        maps_claim(
            "triangle.dummy-k40", where,
            "On the largest GPU, all maps converge to 7 % over BB, within a tenth, once N is above "
            "15,000.",
            dummies(),
            {over_box("I of LTM", "LTM-R", Take::last, between(1, 1.1 * 1.07), "1.07 (K40)", 1.07),
             over_box("I of RB", "RB threads", Take::last, between(1, 1.1 * 1.07), "1.07 (K40)"),
             over_box("I of REC", "REC", Take::last, between(1, 1.1 * 1.07), "1.07 (K40)"),
             over_box("I of UTM", "UTM", Take::last, between(1, 1.1 * 1.07), "1.07 (K40)")}),
    };
}

std::vector<Claim> distance_claims() {
    const std::string_view where = "section V; Fig. 5, Euclidean distance matrix";
    std::vector<Claim> claims{
        maps_claim(
            "triangle.edm-ltm", "abstract; section V; Fig. 5, Euclidean distance matrix",
            "LTM computes the Euclidean distance matrix up to 18 % faster than BB.", distances(),
            {over_box("I of LTM", "LTM-R", Take::largest, at_least(0.9 * 1.18),
                      "up to 1.18; GTX 765M, data file: 120.4 / 106.5 ms at N 30,720", 1.18)}),
        maps_claim(
            "triangle.edm-rb", where, "RB is the fastest there, up to 28 % faster than BB.",
            distances(),
            {over_box("I of RB", "RB threads", Take::largest, at_least(0.9 * 1.28),
                      "up to 1.28 (K40); GTX 765M, data file: 120.4 / 107.2 ms at N 30,720", 1.28),
             gain_over("RB over LTM", "RB threads", "LTM-R", Take::last, at_least(1),
                       "0.99 (GTX 765M, data file: 106.5 / 107.2 ms); faster on the K40")}),
        maps_claim("triangle.edm-rec", where,
                   "REC is third there, up to 12 % faster than BB at the largest N.", distances(),
                   {over_box("I of REC", "REC", Take::largest, at_least(0.9 * 1.12),
                             "up to 1.12; GTX 765M, data file: 120.4 / 112.6 ms at N 30,720", 1.12),
                    gain_over("LTM over REC", "LTM-R", "REC", Take::last, at_least(1),
                              "112.6 / 106.5 ms (GTX 765M, data file)")}),
        maps_claim("triangle.edm-utm", where, "UTM is slower than BB there for large N.",
                   distances(),
                   {over_box("I of UTM", "UTM", Take::last, at_most(1),
                             "below 1; GTX 765M, data file: 120.4 / 171.0 ms at N 30,720")}),
        maps_claim(
            "triangle.edm-utm-small", where,
            "Up to N = 3,000, where UTM is exact, it is up to 4 % faster than BB.",
            over_sizes("--test edm --features 4 --map bb,utm --rho 16", {512, 1024, 2048, 3000}),
            {over_box("I of UTM", "UTM", Take::largest, at_least(1), "up to 1.04", 1.04)}),
    };
    claims.front().headline = true;
    return claims;
}

std::vector<Claim> sphere_claims() {
    constexpr std::string_view method =
        "BB's time over the map's, medians, with rho 128. Spheres with radii of 1 to 6 lie in a "
        "cube with sides of 100, as in the authors' repository; the text has a unit box. There REC "
        "has blocks of 16 threads, the others 128; here all have 128. UTM and RB map threads.";
    const std::string_view where = "section V; Fig. 5, collision detection";
    std::vector<Claim> claims{
        maps_claim(
            "triangle.collision-ltm", "abstract; section V; Fig. 5, collision detection",
            "LTM is the only map that finds collisions of spheres faster than BB, by up to 7 %.",
            spheres(),
            {over_box("I of LTM", "LTM-R", Take::largest, at_least(1),
                      "up to 1.07; GTX 765M, data file: 58.26 / 56.61 ms at N 30,720", 1.07),
             over_box("I of RB", "RB threads", Take::last, at_most(1),
                      "below 1; GTX 765M, data file: 58.26 / 72.97 ms"),
             over_box("I of REC", "REC", Take::last, at_most(1),
                      "below 1; GTX 765M, data file: 58.26 / 319.6 ms"),
             over_box("I of UTM", "UTM", Take::last, at_most(1),
                      "below 1; GTX 765M, data file: 58.26 / 137.0 ms")}),
        maps_claim("triangle.collision-utm", where,
                   "For small N, UTM is twice as fast as BB there.",
                   over_sizes("--test collision --features 3 --map bb,utm", {256, 512, 1024, 2048}),
                   {over_box("I of UTM", "UTM", Take::largest, at_least(0.9 * 2), "about 2", 2.0)}),
        maps_claim(
            "triangle.collision-line", where,
            "On a line, LTM gains nothing over BB, and the other maps lose.",
            over_sizes("--test collision --features 1 --map bb,ltm-r,rb-threads,rec", usual_sizes),
            {over_box("I of LTM", "LTM-R", Take::last, about(1, 0.1), "about 1", 1.0),
             over_box("I of RB", "RB threads", Take::last, at_most(1), "below 1"),
             over_box("I of REC", "REC", Take::last, at_most(1), "below 1")}),
    };
    for (Claim& claim : claims) claim.method = method;
    claims.front().headline = true;
    return claims;
}

// Figures of the same authors' later data files.
std::vector<Claim> later_claims() {
    constexpr std::string_view method =
        "BB's time over the map's, medians, N 32,768 with rho 32, as in the authors' data files "
        "of a later paper, measured on a V100. About means within 10 %.";
    const std::string_view where = "the authors' repository, data of a V100; not in the text";
    const auto trial = [](std::string_view options) { return over_sizes(options, {32768}, 2); };
    std::vector<Claim> claims{
        maps_claim(
            "triangle.map-only", where, "Where a cell costs nothing, LTM and RB halve the time.",
            trial("--test map --map bb,ltm-r,rb-threads,rec --rho 32"),
            {over_box("I of LTM", "LTM-R", Take::last, about(1.98, 0.1), "1.489 / 0.751 ms"),
             over_box("I of RB", "RB threads", Take::last, about(1.99, 0.1), "1.489 / 0.750 ms"),
             over_box("I of REC", "REC", Take::last, about(1.95, 0.1), "1.489 / 0.762 ms")}),
        maps_claim(
            "triangle.accumulate", where, "Where each cell is incremented, LTM gains half.",
            trial("--test accumulate --map bb,ltm-r,rb-threads,rec --rho 32"),
            {over_box("I of LTM", "LTM-R", Take::last, about(1.51, 0.1), "2.169 / 1.434 ms"),
             over_box("I of RB", "RB threads", Take::last, about(1.43, 0.1), "2.169 / 1.513 ms"),
             over_box("I of REC", "REC", Take::last, about(1.10, 0.1), "2.169 / 1.972 ms")}),
        maps_claim(
            "triangle.edm-full", where,
            "LTM fills the full square of distances with 2 features a quarter faster than BB.",
            trial("--test edm --features 2 --layout full --map bb,ltm-r,rb-threads,rec --rho 32"),
            {over_box("I of LTM", "LTM-R", Take::last, about(1.27, 0.1), "3.723 / 2.927 ms"),
             over_box("I of RB", "RB threads", Take::last, about(1.27, 0.1), "3.723 / 2.941 ms"),
             over_box("I of REC", "REC", Take::last, about(1.08, 0.1), "3.723 / 3.450 ms")}),
    };
    for (Claim& claim : claims) {
        claim.method = method;
        claim.axis = claim.ordinate = {};
    }
    claims.push_back(maps_claim(
        "triangle.measured-bound", "section III-B, Eq. 14",
        "No map is twice as fast as BB, even where a cell costs nothing.",
        over_sizes("--test map --map bb,ltm,rb,ltm-r --rho 8", usual_sizes),
        {over_box("I of RB in blocks", "RB blocks", Take::each, at_most(2), "below 2", 2.0),
         over_box("I of LTM in a row", "LTM", Take::each, at_most(2), "below 2"),
         over_box("I of LTM-R", "LTM-R", Take::each, at_most(2), "below 2")}));
    claims.back().method =
        "BB's time over the map's, medians, for N of 5,120 to 30,720 with rho "
        "8, where a block is so short that only its start counts.";
    return claims;
}

}  // namespace

std::vector<Claim> triangle_claims() {
    std::vector<Claim> all;
    for (const auto list : {distance_claims, sphere_claims, triangle_formulas, checked_claims,
                            root_claims, dummy_claims, later_claims})
        for (Claim& claim : list()) all.push_back(std::move(claim));
    return all;
}

}  // namespace mariani::app
