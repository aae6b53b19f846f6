// The colours of a poster: a poster stores dwells or another quantity, and whatever leaves it is
// coloured here, for its exports and for the server.
#pragma once

#include "app/produce/exports/picture_cut.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "compute/model/dwell_summary.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/image.hpp"
#include "render/picture/palette.hpp"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The level whose longer side is nearest to 1024 pixels: its values choose the colours of all.
int summary_level(const PyramidShape& shape);

// What a poster can show: one quantity alone without distances, and smooth if it is.
render::Colouring stored_colouring(render::Colouring colouring, const PyramidManifest& manifest);

// What of such colours a poster cannot show, in words; nullopt if it can show all of them.
std::optional<std::string> left_out_of(const Settings& settings, const PyramidManifest& manifest);

// Safe on any thread: one at a time reads, all colour.
class PyramidColours {
  public:
    // Throws what read_manifest() throws.
    explicit PyramidColours(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return reader_.folder(); }
    const PyramidManifest& manifest() const { return reader_.manifest(); }
    const PyramidShape& shape() const { return manifest().shape; }

    // Reads which cells were finished since: how many are new. Throws std::runtime_error.
    std::int64_t refresh();
    std::int64_t finished_cells() const;
    // How many of the level's cells with pixels in the rectangle are not finished.
    std::int64_t missing_cells(int level, PixelRect rect) const;

    // The colours of the values, spread over the palette by those of summary_level(), or while that
    // is being computed, of the finest finished level below it; nullopt if there is none. Throws
    // std::invalid_argument for a colouring that is not allowed, std::runtime_error for a palette
    // or a file that cannot be read.
    std::optional<render::ColourMap> colours(const render::Colouring& colouring,
                                             render::PaletteLibrary& palettes);

    // A part of the picture, in rgb; dwells of cells that are not finished are hatched. Needs some
    // megabytes beside the part. Throws std::runtime_error if a shard is damaged.
    render::Image draw(const PictureCut& cut, PixelRect window, const render::ColourMap& colours);
    // The colour of all its pixels, where the poster's chunks tell without being drawn.
    std::optional<render::Rgb8> one_colour(const PictureCut& cut, PixelRect window,
                                           const render::ColourMap& colours);

  private:
    std::optional<std::uint32_t> uniform(int level, PixelRect rect);
    std::vector<std::uint32_t> stored_values(int level, PixelRect rect);
    void draw_into(render::Image& image, PixelRect part, PixelRect window, const PictureCut& cut,
                   const render::ColourMap& colours);
    std::optional<int> level_to_summarise() const;
    DwellSummary summarised(int level);

    mutable std::mutex mutex_;
    PyramidReader reader_;
    std::mutex summary_mutex_;
    std::optional<int> summarised_level_;
    DwellSummary summary_;
};

// Why the rectangle of a level cannot be exported: its cells are not all finished. In words a user
// can act on.
std::optional<std::string> why_unfinished(const PyramidColours& poster, int level, PixelRect rect);

}  // namespace mariani::app
