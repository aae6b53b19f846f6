// The cost model beside computed frames: its parameters as a frame shows them, and its prediction
// beside what was measured.
#pragma once

#include "compute/model/cost_model.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani {

// What computes side by side: q and c of the model.
struct Parallelism {
    int q = 1;  // multiprocessors; on a processor threads
    int c = 1;  // cores of each; on a processor the lanes of a vector
    bool operator==(const Parallelism&) const = default;
};

// Which A is meant: Ex pays the dwell limit for pixels inside only, so the mean says more of a
// picture and less of its worst part.
enum class MeanOrLimit { mean, limit };

// P_i of each level but the last.
std::vector<double> level_probabilities(const EngineStats& stats);

// One P for all of these levels: subdivided / regions over all of them.
double fitted_probability(const EngineStats& stats);

// Why the model predicts nothing of a frame in which no pixel was iterated, in words; nothing where
// pixels were.
std::optional<std::string> nothing_iterated(const EngineStats& stats);

// n, g, r, B of the plan (n^2 its pixels), P fitted, A of the frame; lambda as told. Whether the
// model holds for them is refusal()'s to say.
CostParams fitted_params(const FramePlan& plan, const EngineStats& stats, Parallelism parallelism,
                         MeanOrLimit A, double lambda);

// The work that a frame really was, by level and term, in the model's units. As in the model all
// that is iterated on the last level is leaves, and above it borders.
std::vector<CostTerms> measured_work(const EngineStats& stats, const CostParams& params);

// lambda, from frames with next to no pixels to iterate: what a subdivision took, in units of A.
// `bare` is such a frame's plan and stats, ms_per_unit what a core takes for one iteration.
double fitted_lambda(const FramePlan& plan, const EngineStats& bare, const CostParams& params,
                     double ms_per_unit);

// A prediction in ms beside the measurement of the same tree.
struct CostComparison {
    struct Level {
        double predicted_ms = 0;
        double measured_ms = 0;  // 0 where the engine cannot tell its levels apart
    };
    std::vector<Level> levels;
    double predicted_ms = 0;
    double measured_ms = 0;
    // measured - predicted, taken apart: what each term takes longer (or, negative, less long) with
    // the work that it really was, and what is left, which is no term's.
    CostTerms by_term;
    double unexplained_ms = 0;

    double error() const { return predicted_ms / measured_ms - 1; }  // -0.3: 30 % too fast
};

// `cost` is that of the frame's own levels (as many probabilities as the frame has levels but one).
CostComparison compare(const Cost& cost, Scheme scheme, double ms_per_unit,
                       std::span<const CostTerms> work, const EngineStats& stats);

}  // namespace mariani
