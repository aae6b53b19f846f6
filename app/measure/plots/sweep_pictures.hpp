// A sweep as pictures, after Figs. 7 and 8 of the paper: maps of heat, and S against n, g, r and B.
#pragma once

#include "app/measure/gain_curves.hpp"
#include "app/measure/plots/canvas.hpp"
#include "app/measure/sweep.hpp"
#include "render/picture/palette.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// Shows the fastest of the rows that differ only in the block. Cells that were not measured stay
// empty. There must be rows.
Canvas draw_heat_map(const std::vector<SweepRow>& rows, const std::string& title,
                     const render::Palette& palette);

struct SweptEngine {
    std::string label;  // "ASK-SBR"
    std::vector<SweepRow> rows;
};

// The same of several engines on one view: a cell has the gain and the colour of the engine that
// takes the least time. Gains are over one Ex, the median of all. The colours lie along the
// palette, so that they differ in lightness as well as in hue. There must be engines, each with
// rows.
Canvas draw_fastest_engines(const std::vector<SweptEngine>& engines, const std::string& title,
                            const render::Palette& palette);

// A panel for each chart, both axes logarithmic. Measured gains are dots on a line, with their
// ranges; the model is dashed. There must be charts.
Canvas draw_gain_curves(const std::vector<GainChart>& charts, const std::string& title);

}  // namespace mariani::app
