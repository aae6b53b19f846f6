// Deep Zoom: how browsers' viewers count a poster's levels and tiles; and the page that shows them.
#pragma once

#include "app/produce/exports/pyramid_colours.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Levels are counted from a picture of one pixel, 0, to the whole one. A tile is a chunk's side
// wide, less at the right and at the bottom.
int deep_zoom_levels(ImageSize size);
// The first level that shows a level of the poster; those below are reductions of its coarsest.
int first_stored_level(const PyramidShape& shape);
ImageSize deep_zoom_size(ImageSize size, int level);
GridSize deep_zoom_tiles(ImageSize size, int level);
PixelRect deep_zoom_tile(ImageSize size, int level, int column, int row);
// `smooth` as in smooth_cut().
PictureCut deep_zoom_cut(const PyramidShape& shape, int level, bool smooth);

// What the page is told.
struct DeepZoomPage {
    std::string tiles;  // the folder of the tiles: its address beside the page
    bool live = false;  // served: tiles change as the poster is computed, and with the palette
    std::string palette;
    std::vector<std::string> palettes;  // to choose from
    std::string tile_list;              // the address of a script beside the page; empty: none
};
// Throws std::runtime_error if the program's file of the page cannot be read.
std::string deep_zoom_page(const PyramidShape& shape, const DeepZoomPage& page);

// The script openseadragon.js, which the page includes, as gzip; empty if this build has none.
std::span<const std::byte> openseadragon_gzip();
inline constexpr std::string_view why_no_openseadragon =
    "this program was built without OpenSeadragon, as it could not be fetched: build it again "
    "where the line of CMake that says so has been followed";
std::string openseadragon_text();

}  // namespace mariani::app
