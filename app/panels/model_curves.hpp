// The cost model's gains over a parameter, as curves: all three of one set of parameters, or one
// of them with a curve for each value of a second parameter.
#pragma once

#include "app/panels/curve_chart.hpp"
#include "app/papers/paper_tools.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace mariani::app {

struct PredictedGain {
    CostGoal goal;
    const char* label;
    ImVec4 colour;
    float thickness;
    const char *kind, *meaning;
};
extern const std::array<PredictedGain, 3> predicted_gains;  // in the order in which they are drawn

struct ModelCurvesOf {
    CostParams params;
    std::vector<double> probabilities = {};  // of each level but the last; empty: P for all
    std::size_t vary = 0;                    // in cost_param_names()
    bool at_optimum = false;  // {g, r, B} are the best at each point, but for one that varies
    std::optional<std::size_t> family = {};  // the second parameter
    std::vector<double> family_values = {};  // at most as many as there are colours
    CostGoal family_goal = CostGoal::omega;
    bool operator==(const ModelCurvesOf&) const = default;
};

struct ModelCurves {
    ModelCurvesOf of;
    std::array<std::optional<double>, 3> gains;  // at the present point, as in predicted_gains
    CurveChart chart;
};

// Why the model does not apply to the parameters as they are; nullopt if it does.
std::optional<std::string> why_invalid(const ModelCurvesOf& of);

// Where the model does not apply there is no gain, and a gap in the curve.
ModelCurves model_curves(const ModelCurvesOf& of);

// A LIST of values that tell what the parameter does.
std::string_view family_example(const CostParamName& param);

}  // namespace mariani::app
