// The cost model as curves over one of its parameters.
#pragma once

#include "app/panels/curve_chart.hpp"
#include "compute/model/cost_model.hpp"

namespace mariani::app {

// The range over which a parameter is drawn.
struct CurveRange {
    double min, max;
    bool logarithmic;
};
CurveRange curve_range(const CostParamName& vary);

inline const ImVec4 omega_tone{0.78f, 0.62f, 0.96f, 1};
inline const ImVec4 sbr_tone{0.45f, 0.66f, 0.98f, 1};
inline const ImVec4 mbr_tone{0.96f, 0.68f, 0.35f, 1};

// Omega, S SBR and S MBR over the parameter, with the others fixed. `at_optimum`: those of {g, r,
// B} that are not varied are the best of {2, 4 ... 1024} at each point and for each curve.
CurveChart model_curves(const CostParams& params, const CostParamName& vary, bool at_optimum);

}  // namespace mariani::app
