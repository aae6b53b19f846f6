// A poster as a folder for a web server, or for a browser without one: index.html shows tiles in
// the order of Deep Zoom. Where all pixels of a tile have one colour, one picture serves all such
// tiles: other viewers, which read picture.dzi, find no file there and show the coarser tile, which
// has that colour.
//
//   index.html, openseadragon.js, tiles.js
//   picture.dzi                       the size, for other viewers
//   picture_files/LEVEL/COL_ROW.png   tiles of several colours
//   picture_files/uniform/RRGGBB.png  those of one
#pragma once

#include "app/produce/exports/pyramid_colours.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>

namespace mariani::app {

struct DeepZoomFolder {
    std::int64_t tiles = 0;  // files of tiles of several colours
    std::int64_t uniform_tiles = 0;
    std::int64_t colours = 0;  // that those have
};

// Makes the folder, whole or not at all. nullopt if stopped. Throws std::runtime_error: the folder
// exists, the disk is full, cells are not finished, the poster has no level as small as a tile, or
// this build has no OpenSeadragon.
std::optional<DeepZoomFolder> export_deep_zoom(const std::filesystem::path& folder,
                                               PyramidColours& poster,
                                               const render::ColourMap& colours, bool smooth,
                                               const std::stop_token& stop,
                                               std::atomic<double>& progress);

}  // namespace mariani::app
