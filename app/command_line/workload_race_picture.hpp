// A race of a workload's contestants as one picture: bars of their times, and their improvement
// over one of them.
#pragma once

#include "app/measure/spread.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct RaceBar {
    std::string label;
    Spread ms;
    std::optional<double> improvement;  // over the baseline's median, if it ran
};

struct RaceBars {
    std::string title;            // a line: what was measured
    std::string where;            // a line: what it ran on
    std::string times;            // what the times are of
    int digits;                   // of these, behind the point
    std::optional<double> bound;  // of the improvement, if it has one
    std::vector<RaceBar> bars;    // at least one, drawn in their order
    std::string baseline;         // over which they are improvements
};

render::Image draw_workload_race(const RaceBars& race);

}  // namespace mariani::app
