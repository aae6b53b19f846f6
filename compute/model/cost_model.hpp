// The cost model of subdivision: "Modeling GPU Dynamic Parallelism for Self Similar Density
// Workloads" (Quezada, Navarro, Romero, Aguilera), section 4, Eqs. 1-25; and the model compared
// with computed frames: the parameters that a frame shows, and its prediction beside the
// measurements. Pure functions.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

// One unit of work is one iteration of one pixel, or one pixel written by a fill; one unit of time
// is what a core takes for it.
struct CostParams {
    double n = 1024;      // side of the picture in pixels
    double g = 4;         // initial subdivision
    double r = 2;         // recurrent subdivision
    double B = 32;        // stopping size in pixels
    double P = 0.7;       // probability that a region is subdivided
    double lambda = 100;  // a subdivision costs lambda A
    double A = 512;       // iterations of a pixel
    double q = 128;       // multiprocessors (on the cpu: threads)
    double c = 64;        // cores of each (on the cpu: lanes)
    bool operator==(const CostParams&) const = default;
};

// The parameters by name, in the order in which they are written.
using CostParam = double CostParams::*;
struct CostParamName {
    std::string_view name;
    CostParam value;
    std::string_view description;
};
std::span<const CostParamName> cost_param_names();

// Why the model does not apply; nullopt if it does: all values are finite, n, g, B, A, q and c
// positive, r > 1, 0 <= P <= 1, lambda >= 0, g B <= n and tau >= 1.
std::optional<std::string> why_invalid(const CostParams& params);
// The same with a probability for each level but the last, where only the values matter.
std::optional<std::string> why_invalid(const CostParams& params,
                                       std::span<const double> probabilities);

// tau = floor(log_r(n / (g B))): the number of levels (section 4.2.1).
int subdivision_depth(const CostParams& params);

// The terms of a sum of Eqs. 20, 23 and 25.
struct CostTerms {
    double border = 0;       // Q: the query along a region's border
    double subdivision = 0;  // S: lambda A for each subdivided region
    double fill = 0;         // T: a pixel written for each pixel filled
    double leaves = 0;       // L: the pixels of the last level
    double total() const { return border + subdivision + fill + leaves; }
    CostTerms& operator+=(const CostTerms& other);
};

// The expected cost of one level, over all of its regions.
struct LevelCost {
    double regions = 0;  // E|G_i|, Eq. 11
    CostTerms work;      // Eqs. 12, 14 and 19
    CostTerms time_sbr;  // Eq. 23
    CostTerms time_mbr;  // a reading of the prose around Eq. 24, which the text at hand lacks
};

struct Cost {
    double work_ex = 0;             // Eqs. 1 and 2
    double time_ex = 0;             // Eq. 22
    std::vector<LevelCost> levels;  // 0 to tau - 1, the last one without subdivision
    LevelCost total;                // `regions`: of all levels

    double omega() const { return work_ex / total.work.total(); }            // Eq. 21
    double speedup_sbr() const { return time_ex / total.time_sbr.total(); }  // S of section 4.3.3
    double speedup_mbr() const { return time_ex / total.time_mbr.total(); }
};

// With P on every level. Throws std::invalid_argument with the refusal if there is one.
Cost cost_of(const CostParams& params);

// With a probability for each level but the last, which determines tau; P and B are ignored (Eq.
// 16). Throws like the above.
Cost cost_of(const CostParams& params, std::span<const double> probabilities);

// What {g, r, B} are optimised for.
enum class CostGoal { omega, speedup_sbr, speedup_mbr };
inline constexpr std::array cost_goals{CostGoal::omega, CostGoal::speedup_sbr,
                                       CostGoal::speedup_mbr};
double gain(const Cost& cost, CostGoal goal);

// The {g, r, B} of {2, 4, 8 ... 1024}^3 with the highest gain, the smallest g, r and B among
// equals; nullopt if the model applies to none of them. One of g, r and B may be `kept` as it is.
std::optional<CostParams> optimum(const CostParams& params, CostGoal goal,
                                  double CostParams::*kept = nullptr);

// The model's q and c: what computes in parallel.
struct Parallelism {
    int q = 1;  // multiprocessors; on the cpu threads
    int c = 1;  // cores of each; on the cpu the lanes of a vector
    bool operator==(const Parallelism&) const = default;
};

// GPUs whose q and c are known: those of Table 1, and two that came later.
struct KnownGpu {
    std::string_view name;  // on the command line
    std::string_view label;
    Parallelism parallelism;
};
inline constexpr std::array known_gpus{
    KnownGpu{"a100", "A100", {108, 64}},      KnownGpu{"titan-rtx", "TITAN RTX", {72, 64}},
    KnownGpu{"titan-v", "TITAN V", {80, 64}}, KnownGpu{"xavier-nx", "Jetson Xavier NX", {6, 64}},
    KnownGpu{"h100", "H100", {132, 128}},     KnownGpu{"h200", "H200", {132, 128}}};

// Which A is meant. Ex pays the dwell limit only for pixels inside, so the mean describes a picture
// as a whole better, and its worst part worse.
enum class MeanOrLimit { mean, limit };

// P_i of each level but the last.
std::vector<double> level_probabilities(const EngineStats& stats);

// A single P for all of these levels: subdivided / regions over all of them.
double fitted_probability(const EngineStats& stats);

// Why the model predicts nothing for this frame: no pixel was iterated, in words; nullopt if some
// were.
std::optional<std::string> nothing_iterated(const EngineStats& stats);

// n, g, r, B from the plan (n^2 its pixels), P fitted, A from the frame; lambda as given. Whether
// the model holds for them is up to why_invalid().
CostParams fitted_params(const FramePlan& plan, const EngineStats& stats, Parallelism parallelism,
                         MeanOrLimit A, double lambda);

// The work that a frame really took, by level and term, in the model's units. As in the model,
// everything iterated counts as leaves on the last level and as borders above it.
std::vector<CostTerms> measured_work(const EngineStats& stats, const CostParams& params);

// lambda, from frames with next to no pixels to iterate: the cost of a subdivision in units of A.
// `bare` is such a frame's plan and stats, ms_per_unit the time a core takes for one iteration.
double fitted_lambda(const FramePlan& plan, const EngineStats& bare, const CostParams& params,
                     double ms_per_unit);

// A prediction in ms beside the measurement of the same tree.
struct CostComparison {
    struct Level {
        double predicted_ms = 0;
        double measured_ms = 0;  // 0 if the engine cannot time its levels separately
    };
    std::vector<Level> levels;
    double predicted_ms = 0;
    double measured_ms = 0;
    // measured - predicted, broken down: by how much each term takes longer (negative: less long)
    // because of the work it really was, and the rest, which belongs to no term.
    CostTerms by_term;
    double unexplained_ms = 0;

    double error() const { return predicted_ms / measured_ms - 1; }  // -0.3: 30 % too fast
};

// `cost` is for the frame's own levels (one probability for each level but the last).
CostComparison compare(const Cost& cost, Scheme scheme, double ms_per_unit,
                       std::span<const CostTerms> work, const EngineStats& stats);

}  // namespace mariani
