// Curves over one variable: logarithmic upwards, with the present point marked and the values under
// the mouse.
#pragma once

#include "app/panels/panels.hpp"

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace mariani::app {

struct CurvePoint {
    double x = 0;
    double y = 0;  // NaN where the curve has a gap
};

struct Curve {
    const char* label;
    ImVec4 colour;
    std::vector<CurvePoint> points;  // by rising x
    float thickness = 2;             // at scale 1
    std::optional<double> now = {};  // at CurveChart::now
};

struct CurveChart {
    std::string name;            // of the variable
    double least = 1, most = 2;  // of it
    bool logarithmic = true;     // to the right
    std::optional<double> now;   // the present point
    std::vector<Curve> curves;   // the later ones over the earlier
};

// Takes the row's width and this height (at scale 1), the names of the axis included.
void draw_curves(const PanelContext& context, const CurveChart& chart, float height);

}  // namespace mariani::app
