#include "compute/model/cost_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mariani {
namespace {

constexpr double real(std::int64_t count) {
    return static_cast<double>(count);
}

// How much longer a term takes for the actual work than for the predicted.
double longer(double time, double work, double predicted_work) {
    return predicted_work > 0 ? time * (work / predicted_work - 1) : 0;
}

const CostTerms& time_of(const LevelCost& level, Scheme scheme) {
    return scheme == Scheme::mbr ? level.time_mbr : level.time_sbr;
}

}  // namespace

std::vector<double> level_probabilities(const EngineStats& stats) {
    std::vector<double> probabilities;
    for (std::size_t i = 0; i + 1 < stats.levels.size(); ++i)
        probabilities.push_back(subdivision_probability(stats.levels[i]));
    return probabilities;
}

double fitted_probability(const EngineStats& stats) {
    std::int64_t regions = 0, subdivided = 0;
    for (std::size_t i = 0; i + 1 < stats.levels.size(); ++i) {
        regions += stats.levels[i].regions;
        subdivided += stats.levels[i].subdivided;
    }
    return regions == 0 ? 0 : real(subdivided) / real(regions);
}

std::optional<std::string> nothing_iterated(const EngineStats& stats) {
    if (stats.total().iterations > 0) return std::nullopt;
    return "|c| is 2 or more everywhere in the frame, so no pixel was iterated and A, the "
           "iterations of a pixel, is 0";
}

CostParams fitted_params(const FramePlan& plan, const EngineStats& stats, Parallelism parallelism,
                         MeanOrLimit A, double lambda) {
    CostParams params;
    params.n = std::sqrt(real(pixel_count(plan.part)));
    params.g = plan.subdivision.g;
    params.r = plan.subdivision.r;
    params.B = plan.subdivision.B;
    params.P = fitted_probability(stats);
    params.lambda = lambda;
    const std::int64_t iterated = std::max<std::int64_t>(1, stats.total().pixels_iterated);
    params.A = A == MeanOrLimit::limit ? plan.dwell_limit
                                       : real(stats.total().iterations) / real(iterated);
    params.q = parallelism.q;
    params.c = parallelism.c;
    return params;
}

std::vector<CostTerms> measured_work(const EngineStats& stats, const CostParams& params) {
    std::vector<CostTerms> work;
    for (const LevelStats& level : stats.levels) {
        const bool last = work.size() + 1 == stats.levels.size();
        CostTerms terms;
        (last ? terms.leaves : terms.border) = real(level.iterations);
        terms.subdivision = params.lambda * params.A * real(level.subdivided);
        terms.fill = real(level.pixels_filled);
        work.push_back(terms);
    }
    return work;
}

double fitted_lambda(const FramePlan& plan, const EngineStats& bare, const CostParams& params,
                     double ms_per_unit) {
    CostParams one = fitted_params(plan, bare, {}, MeanOrLimit::limit, 1);
    one.A = params.A;
    one.q = params.q;
    one.c = params.c;
    const double subdivisions =
        cost_of(one, level_probabilities(bare)).total.time_sbr.subdivision * ms_per_unit;
    if (!(subdivisions > 0))
        throw std::invalid_argument("lambda cannot be fitted: the frame has no subdivided region");
    return bare.compute_ms / subdivisions;
}

CostComparison compare(const Cost& cost, Scheme scheme, double ms_per_unit,
                       std::span<const CostTerms> work, const EngineStats& stats) {
    CostComparison comparison;
    comparison.measured_ms = stats.compute_ms;
    comparison.unexplained_ms = stats.compute_ms;
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        const CostTerms& time = time_of(cost.levels[i], scheme);
        const CostTerms& expected = cost.levels[i].work;
        const CostTerms did = i < work.size() ? work[i] : CostTerms{};
        const CostTerms more{
            longer(time.border, did.border, expected.border) * ms_per_unit,
            longer(time.subdivision, did.subdivision, expected.subdivision) * ms_per_unit,
            longer(time.fill, did.fill, expected.fill) * ms_per_unit,
            longer(time.leaves, did.leaves, expected.leaves) * ms_per_unit};
        const double predicted = time.total() * ms_per_unit;
        const double measured = i < stats.levels.size() ? stats.levels[i].ms : 0;
        comparison.levels.push_back({predicted, measured});
        comparison.predicted_ms += predicted;
        comparison.by_term += more;
        comparison.unexplained_ms -= predicted + more.total();
    }
    return comparison;
}

}  // namespace mariani
