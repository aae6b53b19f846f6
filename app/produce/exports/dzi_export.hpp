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
#include <string_view>

namespace mariani::app {

// One folder being written. What a killed process left of it is removed when it is begun again.
// Every failure throws std::runtime_error: which folder, why, and what to do.
class AtomicFolder {
  public:
    // Fails if anything is at this path, if its parent is missing or not writable, or while another
    // process fills it.
    explicit AtomicFolder(const std::filesystem::path& path);
    ~AtomicFolder();  // without commit() leaves nothing behind
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    // Safe on any thread, for different files. The names are relative.
    void write(const std::filesystem::path& name, std::string_view bytes) const;
    void make_folder(const std::filesystem::path& name) const;

    // Syncs all of it to the disk, and puts it in its place.
    void commit();

  private:
    void close_it() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;  // of the temporary folder, locked
};

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
