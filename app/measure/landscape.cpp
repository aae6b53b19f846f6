#include "app/measure/landscape.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace mariani::app {

Landscape landscape_of(const std::vector<SweepRow>& rows) {
    Landscape landscape;
    std::set<int> all_g, all_B;
    for (const SweepRow& row : rows) {
        const auto& [g, r, B] = row.cell.subdivision;
        const SweepRow*& kept = landscape.panels[r][{g, B}];
        if (!kept || row.speedup() > kept->speedup()) kept = &row;
        all_g.insert(g);
        all_B.insert(B);
    }
    landscape.g.assign(all_g.begin(), all_g.end());
    landscape.B.assign(all_B.begin(), all_B.end());
    landscape.best = best_of(rows);
    return landscape;
}

double GainScale::place(double gain) const {
    if (!(max > min)) return 1;
    return std::clamp(std::log(gain / min) / std::log(max / min), 0.0, 1.0);
}

GainScale gain_scale(const std::vector<SweepRow>& rows) {
    GainScale scale{rows.front().speedup(), rows.front().speedup()};
    for (const SweepRow& row : rows) {
        scale.min = std::min(scale.min, row.speedup());
        scale.max = std::max(scale.max, row.speedup());
    }
    return scale;
}

}  // namespace mariani::app
