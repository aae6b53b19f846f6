// The outlines of an engine's tiles in a picture, as the tab draws them over its own.
#pragma once

#include "app/workloads/gasket/tiles.hpp"
#include "render/picture/image.hpp"

namespace mariani::app {

// Into `rows`, which are those of the picture from row `first` on: boxes in the colours of levels,
// the largest on top, and a dot on each cell that another tile reads.
void outline_tiles(render::Image& rows, int first, const GasketTiles& tiles,
                   const gasket::BoardView& view, ImageSize picture);

}  // namespace mariani::app
