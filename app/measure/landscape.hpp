// A sweep's rows as a landscape: for each r the gain over g and B.
#pragma once

#include "app/measure/sweep.hpp"

#include <map>
#include <utility>
#include <vector>

namespace mariani::app {

// Of rows that differ only in the block, the fastest. Points into the rows.
struct Landscape {
    std::map<int, std::map<std::pair<int, int>, const SweepRow*>> panels;  // r: (g, B)
    std::vector<int> g, B;                                                 // ascending
    const SweepRow* best = nullptr;
};
Landscape landscape_of(const std::vector<SweepRow>& rows);

// The position of a gain on a common scale, 0 to 1; logarithmic. There must be rows.
struct GainScale {
    double min = 1, max = 1;
    double place(double gain) const;
};
GainScale gain_scale(const std::vector<SweepRow>& rows);

}  // namespace mariani::app
