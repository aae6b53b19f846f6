// The tiles that a server hands out: of a poster that may be growing, in any of the palettes.
#pragma once

#include "app/produce/exports/pyramid_colours.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
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

}  // namespace mariani::app
