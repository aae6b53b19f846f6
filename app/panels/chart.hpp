// What the charts share: a recessed plot area with a scale, drawn on the window's draw list.
#pragma once

#include "app/panels/panels.hpp"

#include <string>

#include <imgui.h>

namespace mariani::app {

struct PlotArea {
    ImVec2 from;     // left, top; the labels of the scale are left of it
    ImVec2 to;       // right, bottom
    double max = 1;  // the value at the top; the bottom is 0

    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    float y(double value) const {
        return to.y - height() * static_cast<float>(value < max ? value / max : 1.0);
    }
};

// The next short number: 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten.
double scale_above(double value);

// Takes the row's width and this height (at scale 1); draws the background and two grid lines with
// their values, formatted by `label`.
PlotArea begin_plot(const PanelContext& context, float height, double max,
                    std::string (*label)(double));

// The width for each of `count` bars, so that they fill the plot and none gets too wide.
float bar_step(const PanelContext& context, const PlotArea& plot, std::size_t count);

void dashed_line(const PlotArea& plot, double value, const ImVec4& colour, float scale);

}  // namespace mariani::app
