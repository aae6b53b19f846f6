#include "app/panels/model_curves.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace mariani::app {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

std::vector<double> samples(const CurveRange& range, bool few) {
    std::vector<double> values;
    if (!range.logarithmic) {
        const int steps = few ? 20 : 100;
        for (int i = 0; i <= steps; ++i)
            values.push_back(range.min + (range.max - range.min) * i / steps);
        return values;
    }
    // At least at the powers of two, where ceilings and tau are exact.
    const double factor = few ? 2 : std::exp2(1.0 / 16);
    for (int i = 0;; ++i) {
        const double value = range.min * std::pow(factor, i);
        if (value > range.max * 1.000001) return values;
        values.push_back(value);
    }
}

double gain_at(const CostParams& params, CostGoal goal, const CostParamName& vary,
               bool at_optimum) {
    if (at_optimum) {
        const auto best = optimum(params, goal, vary.value);
        return best ? gain(cost_of(*best), goal) : undefined;
    }
    return why_invalid(params) ? undefined : gain(cost_of(params), goal);
}

}  // namespace

CurveRange curve_range(const CostParamName& vary) {
    if (vary.name == "n") return {64, 65536, true};
    if (vary.name == "P") return {0, 1, false};
    if (vary.name == "lambda") return {0.1, 1e6, true};
    if (vary.name == "A") return {1, 65536, true};
    if (vary.name == "r") return {2, 1024, true};
    return {1, 1024, true};
}

CurveChart model_curves(const CostParams& params, const CostParamName& vary, bool at_optimum) {
    const auto range = curve_range(vary);
    CurveChart chart{std::string(vary.name), range.min,          range.max,
                     range.logarithmic,      params.*vary.value, {}};
    // Both schemes are often predicted alike: SBR is drawn inside MBR.
    const std::array<std::pair<CostGoal, Curve>, 3> curves{
        {{CostGoal::omega, {"Omega", omega_tone, {}}},
         {CostGoal::speedup_mbr, {"S MBR", mbr_tone, {}, 5}},
         {CostGoal::speedup_sbr, {"S SBR", sbr_tone, {}}}}};
    for (const auto& [goal, empty] : curves) {
        Curve curve = empty;
        curve.now = gain_at(params, goal, vary, at_optimum);
        CostParams varied = params;
        for (const double value : samples(range, at_optimum)) {
            varied.*vary.value = value;
            curve.points.push_back({value, gain_at(varied, goal, vary, at_optimum)});
        }
        chart.curves.push_back(std::move(curve));
    }
    return chart;
}

}  // namespace mariani::app
