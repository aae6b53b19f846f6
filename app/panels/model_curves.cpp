#include "app/panels/model_curves.hpp"

#include "app/panels/panel_style.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

namespace mariani::app {

// Both schemes are often predicted alike: SBR is drawn inside MBR.
const std::array<PredictedGain, 3> predicted_gains{
    {{CostGoal::omega, "Omega", tone::omega, 2, "less work, Eq. 21",
      "Omega: the factor by which subdivision reduces the work of Ex (Eq. 21)."},
     {CostGoal::speedup_mbr, "S MBR", tone::mbr, 5, "times as fast, Eq. 24",
      "S MBR: the speed-up over Ex with multiple blocks per region (our reading of the text on "
      "Eq. 24)."},
     {CostGoal::speedup_sbr, "S SBR", tone::sbr, 2, "times as fast, Eq. 23",
      "S SBR: the speed-up over Ex with a single block per region (Eq. 23)."}}};

namespace {

struct CurveRange {
    double min, max;
    bool logarithmic;
};

CurveRange curve_range(const CostParamName& vary) {
    if (vary.name == "n") return {64, 65536, true};
    if (vary.name == "P") return {0, 1, false};
    if (vary.name == "lambda") return {0.1, 1e6, true};
    if (vary.name == "A") return {1, 65536, true};
    if (vary.name == "r") return {2, 1024, true};
    return {1, 1024, true};
}

// Has the present point, which may have been typed.
CurveRange curve_range_around(const CostParamName& vary, double present) {
    CurveRange range = curve_range(vary);
    range.max = std::max(range.max, present);
    if (present > 0) range.min = std::min(range.min, present);
    return range;
}

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

// What is not chosen where {g, r, B} are.
CostParam kept_of(const ModelCurvesOf& of) {
    const auto& names = cost_param_names();
    if (of.family && is_subdivision(names[*of.family])) return names[*of.family].value;
    return names[of.vary].value;
}

std::optional<std::string> why_not(const CostParams& params, const ModelCurvesOf& of) {
    return of.probabilities.empty() ? why_invalid(params) : why_invalid(params, of.probabilities);
}

std::optional<double> gain_at(const CostParams& params, const ModelCurvesOf& of, CostGoal goal) {
    if (of.at_optimum) {
        const auto best = optimum(params, goal, kept_of(of));
        return best ? std::optional(gain(cost_of(*best), goal)) : std::nullopt;
    }
    if (why_not(params, of)) return std::nullopt;
    return gain(of.probabilities.empty() ? cost_of(params) : cost_of(params, of.probabilities),
                goal);
}

// Over the parameter that varies.
Curve curve_of(CostParams params, const ModelCurvesOf& of, CostGoal goal,
               std::span<const double> values) {
    const CostParam vary = cost_param_names()[of.vary].value;
    Curve curve;
    curve.now = gain_at(params, of, goal);
    for (const double value : values) {
        params.*vary = value;
        curve.points.push_back(
            {value, gain_at(params, of, goal).value_or(std::numeric_limits<double>::quiet_NaN())});
    }
    return curve;
}

std::vector<Curve> curves_of(const ModelCurvesOf& of, std::span<const double> values) {
    std::vector<Curve> curves;
    if (!of.family) {
        for (const PredictedGain& each : predicted_gains) {
            Curve curve = curve_of(of.params, of, each.goal, values);
            curve.label = each.label;
            curve.colour = each.colour;
            curve.thickness = each.thickness;
            curve.meaning = each.meaning;
            curves.push_back(std::move(curve));
        }
        return curves;
    }
    const CostParamName& family = cost_param_names()[*of.family];
    for (std::size_t i = 0; i < of.family_values.size(); ++i) {
        CostParams params = of.params;
        params.*family.value = of.family_values[i];
        Curve curve = curve_of(params, of, of.family_goal, values);
        curve.label = fmt::format("{} {}", family.name, to_text(of.family_values[i]));
        curve.colour = tone::curves.at(i);
        curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace

std::optional<std::string> why_invalid(const ModelCurvesOf& of) {
    return why_not(of.params, of);
}

ModelCurves model_curves(const ModelCurvesOf& of) {
    const CostParamName& vary = cost_param_names()[of.vary];
    const double present = of.params.*vary.value;
    const CurveRange range = curve_range_around(vary, present);
    ModelCurves made{
        of, {}, {std::string(vary.name), range.min, range.max, range.logarithmic, present, {}}};
    made.chart.meaning = vary.description;
    made.chart.curves = curves_of(of, samples(range, of.at_optimum));
    for (std::size_t i = 0; i < predicted_gains.size(); ++i)
        made.gains[i] = gain_at(of.params, of, predicted_gains[i].goal);
    return made;
}

std::string_view family_example(const CostParamName& param) {
    if (param.name == "n") return "1024,4096,16384,65536";
    if (param.name == "P") return "0.5,0.7,0.9";
    if (param.name == "lambda") return "1,100,10000,1000000";
    if (param.name == "A") return "64,512,4096";
    if (param.name == "q") return "6,72,108,132";
    if (param.name == "c") return "32,64,128";
    return "2..32";
}

}  // namespace mariani::app
