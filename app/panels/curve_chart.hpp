// Curves over one variable: the vertical axis is logarithmic; the present point is marked, and the
// values under the mouse are shown. The mouse zooms and moves, and a click on a name in the legend,
// if there are several curves, hides its curve.
#pragma once

#include "app/measure/spread.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_state.hpp"
#include "app/panels/panels.hpp"
#include "app/papers/chart.hpp"

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace mariani::app {

struct CurvePoint {
    double x = 0;
    double y = 0;                         // NaN for a gap in the curve
    std::optional<Spread> measured = {};  // y is its median: a dot, with a bar over the range
};

struct Curve {
    std::string label{};
    ImVec4 colour{};
    std::vector<CurvePoint> points{};  // by ascending x
    float thickness = 2;               // at scale 1
    std::optional<double> now = {};    // at CurveChart::now
    const char* meaning = nullptr;     // a sentence, where its name in the legend is pointed at
};

struct CurveChart {
    std::string name;                           // of the variable
    double min = 1, max = 2;                    // its range
    bool logarithmic = true;                    // the horizontal axis
    std::optional<double> now;                  // the present point
    std::vector<Curve> curves;                  // later ones on top
    std::optional<double> bound = {};           // of the values: a line across
    bool legend = true;                         // of several curves
    bool legend_beside = false;                 // the plot, not above it: for many curves
    bool whole = false;                         // x is a whole number
    std::string (*text)(double) = significant;  // of a value
    std::string meaning = {};                   // of the variable, below its axis
    bool gains = true;                          // over 1, which is always in the picture
};

// Over the axis of that name; there must be series.
CurveChart chart_of(std::string axis, const std::vector<ChartSeries>& series);

// Takes the row's width and this height (at scale 1), axis labels and legend included. What the
// mouse has zoomed to is remembered for each name, as seen from ImGui's current id.
void draw_curves(const PanelContext& context, const CurveChart& chart, float height);

// Where a logarithmic axis has lines and names: at most this many values within the range,
// ascending: powers of ten over more than five decades,
// else of two; equal steps where there are not two of them.
std::vector<double> log_ticks(PlotRange range, int most);

std::string tick_name(double value);  // "1/4", "0.3", "16", "4,096", "1.00 M"

}  // namespace mariani::app
