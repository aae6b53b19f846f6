// Where a logarithmic axis has lines and names, and how they read.
#pragma once

#include "app/panels/panel_state.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// At most this many values within the range, ascending: powers of ten over more than five decades,
// else of two; equal steps where there are not two of them.
std::vector<double> log_ticks(PlotRange range, int most);

std::string tick_name(double value);  // "1/4", "0.3", "16", "4,096", "1.00 M"

}  // namespace mariani::app
