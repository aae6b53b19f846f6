// A race of maps as one picture: bars of their times, and their improvement over BB beside its
// bound, 2.
#pragma once

#include "app/command_line/triangle/triangle_rounds.hpp"
#include "app/measure/spread.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct TriangleLane {
    triangle::Plan plan;
    std::vector<double> ms;             // of its runs, at least one
    Spread spread;                      // of these
    std::optional<double> improvement;  // over BB's median, if BB ran
};

// There must be lanes; they are drawn in their order. `where` says what they ran on.
render::Image draw_triangle_race(const std::vector<TriangleLane>& lanes, const std::string& where);

}  // namespace mariani::app
