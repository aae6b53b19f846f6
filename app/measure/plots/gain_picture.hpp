// S against n, g, r and B as a picture, after Fig. 8 of the paper.
#pragma once

#include "app/measure/gain_curves.hpp"
#include "render/picture/image.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// A panel for each chart, both axes logarithmic. Measured gains are dots on a line, with their
// ranges; the model is dashed. There must be charts.
render::Image draw_gain_curves(const std::vector<GainChart>& charts, const std::string& title);

}  // namespace mariani::app
