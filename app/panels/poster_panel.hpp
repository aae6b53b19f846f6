// What the panels show of a poster that is open.
#pragma once

#include "app/panels/panels.hpp"

#include <string>

namespace mariani::app {

// For the status bar; empty while no part of the picture is the poster's.
std::string poster_status(const PosterSeen& poster);
std::string poster_explanation(const PosterSeen& poster);

// In the panel: its name, and a button that closes it. Nothing without a poster.
void poster_row(const PanelContext& context);

// Over the picture, while the grid is shown: the cells of the level on screen, and what is known of
// the one under the mouse.
void poster_cells(const PanelContext& context);

}  // namespace mariani::app
