#include "compute/model/cost_model.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mariani {
namespace {

// Far beyond any picture and machine, and yet no product of them overflows.
constexpr double max_value = 1e15, min_value = 1e-15;
constexpr int max_levels = 1000;

constexpr double rounding = 1e-12;  // r^tau = n / (g B) must not fail on the last digit

std::optional<std::string> why_value_invalid(const CostParams& params) {
    for (const auto& [name, value, description] : cost_param_names()) {
        const double given = params.*value;
        const auto refused = [&, name = name](const char* allowed) {
            return std::string(name) + " is " + to_text(given) + ": it must be " + allowed;
        };
        if (!std::isfinite(given)) return refused("a number");
        if (given > max_value) return refused("at most 1e+15");
        if (name == "P") {
            if (given < 0 || given > 1) return refused("from 0 to 1");
        } else if (name == "lambda") {
            if (given < 0) return refused("0 or more");
        } else if (name == "r") {
            if (given <= 1) return refused("greater than 1");
        } else if (given <= 0) {
            return refused("greater than 0");
        } else if (given < min_value) {
            return refused("at least 1e-15");
        }
    }
    return std::nullopt;
}

// A level before weighting by the probability that it is reached.
struct Level {
    double regions;  // G R^i
    double border;   // pixels of a region's border, 4 n / (g r^i)
    double area;     // pixels of a region, n^2 / (G R^i)
};

Level level_of(const CostParams& params, int i) {
    const double side = params.g * std::pow(params.r, i);
    return {side * side, 4 * params.n / side, params.n * params.n / (side * side)};
}

// What each kind of region costs: the query always, a subdivision with P, a fill with 1 - P.
LevelCost inner_level(const CostParams& params, const Level& level, double P) {
    const auto& [n, g, r, B, all_P, lambda, A, q, c] = params;
    const double rounds = std::ceil(level.regions / q);  // of q regions at a time
    const double query = std::ceil(level.border / c) * A;
    LevelCost cost;
    cost.work = {level.border * A * level.regions, P * lambda * A * level.regions,
                 (1 - P) * level.area * level.regions, 0};
    cost.time_sbr = {query * rounds, P * lambda * A * rounds,
                     (1 - P) * std::ceil(level.area / c) * rounds, 0};
    cost.time_mbr = {query * rounds, P * lambda * A * rounds, (1 - P) * std::ceil(n * n / (q * c)),
                     0};
    return cost;
}

// Every pixel of every remaining region (Eq. 14).
LevelCost last_level(const CostParams& params, const Level& level) {
    const auto& [n, g, r, B, all_P, lambda, A, q, c] = params;
    LevelCost cost;
    cost.work.leaves = n * n * A;
    cost.time_sbr.leaves = A * std::ceil(level.area / c) * std::ceil(level.regions / q);
    cost.time_mbr.leaves = A * std::ceil(n * n / (q * c));
    return cost;
}

CostTerms scaled(const CostTerms& terms, double factor) {
    return {terms.border * factor, terms.subdivision * factor, terms.fill * factor,
            terms.leaves * factor};
}

LevelCost weighed(const LevelCost& cost, const Level& level, double reached) {
    return {level.regions * reached, scaled(cost.work, reached), scaled(cost.time_sbr, reached),
            scaled(cost.time_mbr, reached)};
}

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

CostTerms& CostTerms::operator+=(const CostTerms& other) {
    border += other.border;
    subdivision += other.subdivision;
    fill += other.fill;
    leaves += other.leaves;
    return *this;
}

std::span<const CostParamName> cost_param_names() {
    static constexpr std::array<CostParamName, 9> names{{
        {"n", &CostParams::n, "The picture's side in pixels"},
        {"g", &CostParams::g, "Initial subdivision: g x g regions"},
        {"r", &CostParams::r, "Recurrent subdivision: r x r children"},
        {"B", &CostParams::B, "Stopping size of a region in pixels"},
        {"P", &CostParams::P, "Probability that a region is subdivided"},
        {"lambda", &CostParams::lambda, "Cost of a subdivision divided by A"},
        {"A", &CostParams::A, "Iterations per pixel: the dwell limit"},
        {"q", &CostParams::q, "Multiprocessors"},
        {"c", &CostParams::c, "Cores per multiprocessor"},
    }};
    return names;
}

std::optional<std::string> why_invalid(const CostParams& params) {
    if (auto why = why_value_invalid(params)) return why;
    const double side = params.g * params.B;
    const auto where = [&] {
        return "g B = " + to_text(params.g) + " x " + to_text(params.B) + " = " + to_text(side) +
               " and n is " + to_text(params.n);
    };
    if (side > params.n) return where() + ": the model needs g B <= n";
    const int tau = subdivision_depth(params);
    if (tau > max_levels)
        return "r is " + to_text(params.r) + ", which gives more than " +
               std::to_string(max_levels) + " levels, the limit of the model: choose a larger r";
    if (tau >= 1) return std::nullopt;
    return where() + ": the model needs tau = floor(log_r(n / (g B))) >= 1, that is g B r <= n";
}

std::optional<std::string> why_invalid(const CostParams& params,
                                       std::span<const double> probabilities) {
    if (std::ranges::any_of(probabilities, [](double P) { return !(P >= 0 && P <= 1); }))
        return "P must be from 0 to 1 on each level";
    return why_value_invalid(params);
}

int subdivision_depth(const CostParams& params) {
    int tau = 0;
    for (double left = params.n / (params.g * params.B);
         left >= params.r * (1 - rounding) && tau <= max_levels; left /= params.r)
        ++tau;
    return tau;
}

Cost cost_of(const CostParams& params) {
    refuse(why_invalid(params));
    const auto inner = static_cast<std::size_t>(subdivision_depth(params) - 1);
    return cost_of(params, std::vector<double>(inner, params.P));
}

Cost cost_of(const CostParams& params, std::span<const double> probabilities) {
    refuse(why_invalid(params, probabilities));
    Cost cost;
    cost.work_ex = params.n * params.n * params.A;
    cost.time_ex = std::ceil(params.n * params.n / (params.q * params.c)) * params.A;
    double reached = 1;
    for (const double P : probabilities) {
        const Level level = level_of(params, static_cast<int>(cost.levels.size()));
        cost.levels.push_back(weighed(inner_level(params, level, P), level, reached));
        reached *= P;
    }
    const Level last = level_of(params, static_cast<int>(cost.levels.size()));
    cost.levels.push_back(weighed(last_level(params, last), last, reached));
    for (const LevelCost& level : cost.levels) {
        cost.total.regions += level.regions;
        cost.total.work += level.work;
        cost.total.time_sbr += level.time_sbr;
        cost.total.time_mbr += level.time_mbr;
    }
    return cost;
}

double gain(const Cost& cost, CostGoal goal) {
    switch (goal) {
        case CostGoal::speedup_sbr:
            return cost.speedup_sbr();
        case CostGoal::speedup_mbr:
            return cost.speedup_mbr();
        case CostGoal::omega:
            break;
    }
    return cost.omega();
}

std::optional<CostParams> optimum(const CostParams& params, CostGoal goal,
                                  double CostParams::*kept) {
    const auto choices = [&](double CostParams::*param) {
        if (param == kept) return std::vector<double>{params.*param};
        std::vector<double> powers;
        for (double power = 2; power <= 1024; power *= 2) powers.push_back(power);
        return powers;
    };
    std::optional<CostParams> best;
    double best_gain = 0;
    CostParams tried = params;
    for (const double g : choices(&CostParams::g))
        for (const double r : choices(&CostParams::r))
            for (const double B : choices(&CostParams::B)) {
                tried.g = g;
                tried.r = r;
                tried.B = B;
                if (why_invalid(tried)) continue;
                const double gained = gain(cost_of(tried), goal);
                if (best && gained <= best_gain) continue;
                best = tried;
                best_gain = gained;
            }
    return best;
}

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
    return "|c| is 2 or more everywhere in the frame, so no pixel was iterated and A (iterations "
           "per pixel) is 0";
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
