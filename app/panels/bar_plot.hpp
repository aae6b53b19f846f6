// What the plots of bars share: bars side by side from 0 up, with a scale; the mouse neither zooms
// nor moves them. And the bars of a race.
#pragma once

#include "app/measure/race.hpp"
#include "app/panels/panels.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace mariani::app {

// The next short number: 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten.
double scale_above(double value);

struct BarScale {
    double max = 1;                // at the top; at the bottom is 0
    std::string (*label)(double);  // of at most 6 characters
    double places = 1;             // for bars, across the width
};

// The places of a plot for this many bars: so many that none gets too wide.
double places_for(const PanelContext& context, std::size_t count);

// Begins a plot of ImPlot that takes the row's width and this height (at scale 1). If it returns
// true, end_bars() must follow.
bool begin_bars(const PanelContext& context, const char* id, float height, const BarScale& scale);

// Part of the bars in each place from the first one on.
struct BarPart {
    const char* id;
    std::vector<double> heights;
    std::vector<ImVec4> colours;  // of each, or one of all
};

// The first part at the bottom. `width`: of a bar, 1 is a whole place.
void plot_bars(const std::vector<BarPart>& parts, double first, double width);

// A line across all bars at this value; the weight is in ImGui's units.
void plot_line_at(const char* id, double value, const ImVec4& colour, float weight);

// A line through these points, instead of bars or over them. As many y as x.
void plot_line(const char* id, const std::vector<double>& x, const std::vector<double>& y,
               const ImVec4& colour, float weight);

// Returns the place under the mouse. ImGui's last item is the plot then.
std::optional<std::size_t> end_bars();

// A bar ends at the median; the line through its end spans the range of the runs. Racers that could
// not run follow, with the reason.
void race_bars(const PanelContext& context, const Race& race);

// The colour of a lane's picture and bar, as a square in a line of this height; stays on the line.
void lane_swatch(const PanelContext& context, std::size_t lane, float line_height);
float swatch_width();  // with the space after it

}  // namespace mariani::app
