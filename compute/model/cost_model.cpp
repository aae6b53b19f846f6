#include "compute/model/cost_model.hpp"

#include "compute/model/text.hpp"

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
        {"lambda", &CostParams::lambda, "A subdivision costs lambda A"},
        {"A", &CostParams::A, "Iterations of a pixel: the dwell limit"},
        {"q", &CostParams::q, "Multiprocessors"},
        {"c", &CostParams::c, "Cores of a multiprocessor"},
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
        return "r is " + to_text(params.r) + ", with which there are more than " +
               std::to_string(max_levels) +
               " levels, the most that the model takes: choose a larger r";
    if (tau >= 1) return std::nullopt;
    return where() + ": the model needs tau = floor(log_r(n / (g B))) >= 1, that is g B r <= n";
}

int subdivision_depth(const CostParams& params) {
    int tau = 0;
    for (double left = params.n / (params.g * params.B);
         left >= params.r * (1 - rounding) && tau <= max_levels; left /= params.r)
        ++tau;
    return tau;
}

Cost cost_of(const CostParams& params) {
    if (auto why = why_invalid(params)) throw std::invalid_argument(*why);
    const auto inner = static_cast<std::size_t>(subdivision_depth(params) - 1);
    return cost_of(params, std::vector<double>(inner, params.P));
}

Cost cost_of(const CostParams& params, std::span<const double> probabilities) {
    if (auto why = why_value_invalid(params)) throw std::invalid_argument(*why);
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

}  // namespace mariani
