// A sweep as a picture, after Fig. 7 of the paper: a panel for each r, g to the right, B upwards,
// coloured by the gain over Ex, the best cell marked.
#pragma once

#include "app/session/sweep.hpp"
#include "render/image.hpp"
#include "render/palette.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// Of the rows that differ in the block only, the fastest is shown. Cells that were not measured
// stay empty. Not of no rows.
render::Image draw_heat_map(const std::vector<SweepRow>& rows, const std::string& title,
                            const render::Palette& palette);

// Where a gain lies on the scale of all of them, 0 to 1; logarithmic.
struct GainScale {
    double least = 1, most = 1;
    double place(double gain) const;
};
GainScale gain_scale(const std::vector<SweepRow>& rows);

}  // namespace mariani::app
