// A sweep as a picture, after Fig. 7 of the paper: a panel for each r, g to the right, B upwards,
// coloured by the gain over Ex, the best cell marked.
#pragma once

#include "app/measure/sweep.hpp"
#include "render/picture/image.hpp"
#include "render/picture/palette.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// Shows the fastest of the rows that differ only in the block. Cells that were not measured stay
// empty. There must be rows.
render::Image draw_heat_map(const std::vector<SweepRow>& rows, const std::string& title,
                            const render::Palette& palette);

struct SweptEngine {
    std::string label;  // "ASK-SBR"
    std::vector<SweepRow> rows;
};

// The same of several engines on one view: a cell has the gain and the colour of the engine that
// takes the least time. Gains are over one Ex, the median of all. The colours lie along the
// palette, so that they differ in lightness as well as in hue. There must be engines, each with
// rows.
render::Image draw_fastest_engines(const std::vector<SweptEngine>& engines,
                                   const std::string& title, const render::Palette& palette);

}  // namespace mariani::app
