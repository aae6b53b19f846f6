// The cost model compared with computed frames: the parameters that a frame shows, and its
// prediction beside the measurements.
#pragma once

#include "compute/model/cost_model.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani {

// The model's q and c: what computes in parallel.
struct Parallelism {
    int q = 1;  // multiprocessors; on the cpu threads
    int c = 1;  // cores of each; on the cpu the lanes of a vector
    bool operator==(const Parallelism&) const = default;
};

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
