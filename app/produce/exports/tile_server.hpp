// A poster for a browser: a page, tiles coloured as they are asked for, and the Zarr files for
// other viewers (neuroglancer, vizarr). Works while the poster is being computed.
//
//   /                            the page
//   /state.json                  {"cells": finished, "all": of so many}
//   /tiles/LEVEL/COL_ROW.png     ?palette=NAME; levels as Deep Zoom counts them
//   /poster.zarr/...             the folder's Zarr files: Range, and CORS for every origin
#pragma once

#include "app/produce/exports/pyramid_colours.hpp"
#include "render/picture/colouring.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// Safe on any thread.
class TileSource {
  public:
    // Throws what PyramidColours throws, and std::runtime_error if the palette cannot be read.
    TileSource(const std::filesystem::path& folder, const render::Colouring& colouring,
               bool smooth);

    const PyramidShape& shape() const { return poster_.shape(); }
    // The given one first, then those that come with the program.
    const std::vector<std::string>& palettes() const { return names_; }

    struct Progress {
        std::int64_t cells = 0, all = 0;
    };
    // Reads at most every half a second what was finished since. Throws std::runtime_error.
    Progress progress();

    // A tile of a level as Deep Zoom counts them, as PNG; a tile that is not computed yet shows the
    // coarser level that is, magnified. nullopt: there is no such tile or palette, or nothing to
    // show yet. Throws std::runtime_error.
    std::optional<std::vector<std::byte>> tile(int level, int column, int row,
                                               const std::string& palette);

  private:
    std::optional<PictureCut> cut_of(int stored, PixelRect tile) const;
    std::optional<render::ColourMap> colours_in(const std::string& palette);

    PyramidColours poster_;
    render::Colouring colouring_;
    bool smooth_;
    std::vector<std::string> names_;
    std::mutex mutex_;  // of what follows
    render::PaletteLibrary palettes_;
    std::chrono::steady_clock::time_point refreshed_;
    Progress progress_;
    std::map<std::string, render::ColourMap> colours_;  // while nothing is added to the poster
};

struct TileServerOptions {
    std::string address = "127.0.0.1";  // of this machine: who can reach it can see the poster
    int port = 0;                       // 0: any that is free
    render::Colouring colouring;
    bool smooth = true;  // antialiased by the next finer level, where that is finished
};

class TileServer {
  public:
    // Takes the port. Throws what PyramidColours throws, and std::runtime_error: the port is in use
    // or not permitted, the palette cannot be read.
    TileServer(const std::filesystem::path& folder, const TileServerOptions& options);
    ~TileServer();
    TileServer(const TileServer&) = delete;
    TileServer& operator=(const TileServer&) = delete;

    int port() const;
    // The page's address: "http://127.0.0.1:8000/".
    std::string page() const;

    // Blocks until a stop is requested; then ends within about a second. Reads the poster on
    // threads of its own. Throws std::runtime_error if it cannot go on.
    void serve(const std::stop_token& stop);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mariani::app
