#include "app/produce/exports/tile_source.hpp"

#include "app/files/folders.hpp"
#include "app/produce/exports/deep_zoom.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr auto least_pause = std::chrono::milliseconds(500);

}  // namespace

TileSource::TileSource(const std::filesystem::path& folder, const render::Colouring& colouring,
                       bool smooth)
    : poster_(folder),
      colouring_(stored_colouring(colouring)),
      smooth_(smooth),
      palettes_(data_file("assets/palettes")),
      refreshed_(std::chrono::steady_clock::now()),
      progress_{poster_.finished_cells(), cell_count(poster_.shape())} {
    names_ = palettes_.names();
    std::erase(names_, colouring_.palette);
    names_.insert(names_.begin(), colouring_.palette);
    palettes_.get(colouring_.palette);  // throws now rather than later
}

TileSource::Progress TileSource::progress() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (progress_.cells == progress_.all || now - refreshed_ < least_pause) return progress_;
    refreshed_ = now;
    if (poster_.refresh() > 0) {
        progress_.cells = poster_.finished_cells();
        colours_.clear();
    }
    return progress_;
}

std::optional<render::ColourMap> TileSource::colours_in(const std::string& palette) {
    const std::lock_guard lock(mutex_);
    if (const auto known = colours_.find(palette); known != colours_.end()) return known->second;
    // A stranger's path is not taken: it would read a file.
    if (std::ranges::find(names_, palette) == names_.end()) return std::nullopt;
    render::Colouring colouring = colouring_;
    colouring.palette = palette;
    auto colours = poster_.colours(colouring, palettes_);
    if (colours) colours_.emplace(palette, *colours);
    return colours;
}

std::optional<PictureCut> TileSource::cut_of(int stored, PixelRect tile) const {
    const PyramidShape& of = poster_.shape();
    const auto is_there = [&](const PictureCut& cut) {
        return poster_.missing_cells(cut.level, source_of(cut, tile)) == 0;
    };
    if (smooth_ && is_there(smooth_cut(of, stored))) return smooth_cut(of, stored);
    for (int from = stored; from < of.levels; ++from)
        if (const PictureCut cut = cut_from(of, stored, from); is_there(cut)) return cut;
    return std::nullopt;
}

std::optional<std::vector<std::byte>> TileSource::tile(int level, int column, int row,
                                                       const std::string& palette) {
    const ImageSize size = shape().size;
    const int stored = deep_zoom_levels(size) - 1 - level;
    if (stored < 0 || stored > shape().coarsest()) return std::nullopt;
    const auto [columns, rows] = deep_zoom_tiles(size, level);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return std::nullopt;
    progress();
    const auto colours = colours_in(palette.empty() ? colouring_.palette : palette);
    const PixelRect tile = deep_zoom_tile(size, level, column, row);
    const auto cut = cut_of(stored, tile);
    if (!colours || !cut) return std::nullopt;
    return render::png_bytes(poster_.draw(*cut, tile, *colours));
}

}  // namespace mariani::app
