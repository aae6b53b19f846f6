#include "app/produce/exports/dzi_export.hpp"

#include "app/produce/exports/atomic_folder.hpp"
#include "app/produce/exports/deep_zoom.hpp"
#include "render/picture/parallel_for.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr const char* tiles_folder = "picture_files";
constexpr int batch = 1024;  // tiles of a row that are drawn before any is counted

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string png_text(const render::Image& image) {
    const auto bytes = render::png_bytes(image);
    return std::string(text_of(bytes));
}

std::optional<render::Rgb8> one_colour_of(const render::Image& image) {
    const auto bytes = image.bytes();
    if (!std::equal(bytes.begin() + 3, bytes.end(), bytes.begin())) return std::nullopt;
    return image.at(0, 0);
}

// Runs of tiles of one colour, or of none, as tiles.js has them.
class TileList {
  public:
    explicit TileList(std::string& text) : text_(text) {}
    ~TileList() { end_run(); }

    void add(int colour) {
        if (colour != colour_) end_run();
        colour_ = colour;
        ++run_;
    }

  private:
    void end_run() {
        if (run_ > 0) text_ += fmt::format("{},{},", run_, colour_);
        run_ = 0;
    }

    std::string& text_;
    int colour_ = 0;
    std::int64_t run_ = 0;
};

class Maker {
  public:
    Maker(const std::filesystem::path& folder, PyramidColours& poster,
          const render::ColourMap& colours, bool smooth, const std::stop_token& stop,
          std::atomic<double>& progress)
        : folder_(folder),
          poster_(poster),
          colours_(colours),
          smooth_(smooth),
          stop_(stop),
          progress_(progress) {}

    std::optional<DeepZoomFolder> make() {
        const ImageSize size = poster_.shape().size;
        folder_.make_folder(tiles_folder);
        folder_.make_folder(std::filesystem::path(tiles_folder) / "uniform");
        const int levels = deep_zoom_levels(size);
        for (int level = 0; level < levels; ++level) {
            const auto [columns, rows] = deep_zoom_tiles(size, level);
            all_tiles_ += std::int64_t{columns} * rows;
        }
        for (int level = 0; level < levels; ++level)
            if (!make_level(level)) return std::nullopt;
        write_pages();
        folder_.commit();
        return made_;
    }

  private:
    bool make_level(int level) {
        const auto [columns, rows] = deep_zoom_tiles(poster_.shape().size, level);
        folder_.make_folder(std::filesystem::path(tiles_folder) / std::to_string(level));
        list_ += "[";
        {
            TileList tiles(list_);
            for (int row = 0; row < rows; ++row)
                for (int first = 0; first < columns; first += batch)
                    if (!make_tiles(level, row, first, std::min(batch, columns - first), tiles))
                        return false;
        }
        list_ += "],\n";
        return true;
    }

    bool make_tiles(int level, int row, int first, int count, TileList& tiles) {
        const PictureCut cut = deep_zoom_cut(poster_.shape(), level, smooth_);
        std::vector<std::optional<render::Rgb8>> uniform(static_cast<std::size_t>(count));
        render::parallel_for(count, [&](int i) {
            if (stop_.stop_requested()) return;
            uniform[static_cast<std::size_t>(i)] = make_tile(cut, level, first + i, row);
        });
        if (stop_.stop_requested()) return false;
        for (const auto& colour : uniform) tiles.add(colour ? number_of(*colour) : 0);
        counted_ += count;
        progress_ = static_cast<double>(counted_) / static_cast<double>(all_tiles_);
        return true;
    }

    // Writes its file unless all its pixels have one colour, which is returned.
    std::optional<render::Rgb8> make_tile(const PictureCut& cut, int level, int column, int row) {
        const PixelRect tile = deep_zoom_tile(poster_.shape().size, level, column, row);
        if (const auto colour = poster_.one_colour(cut, tile, colours_)) return colour;
        const auto image = poster_.draw(cut, tile, colours_);
        if (const auto colour = one_colour_of(image)) return colour;
        folder_.write(fmt::format("{}/{}/{}_{}.png", tiles_folder, level, column, row),
                      png_text(image));
        return std::nullopt;
    }

    // From 1 on, in the order of appearance.
    int number_of(render::Rgb8 colour) {
        ++made_.uniform_tiles;
        const std::string name = hex_text(colour).substr(1);
        const auto [place, is_new] =
            numbers_.try_emplace(name, static_cast<int>(numbers_.size()) + 1);
        if (is_new) {
            render::Image tile({chunk_side, chunk_side}, render::PixelFormat::rgb);
            for (int y = 0; y < chunk_side; ++y)
                for (int x = 0; x < chunk_side; ++x) tile.set(x, y, colour);
            folder_.write(fmt::format("{}/uniform/{}.png", tiles_folder, name), png_text(tile));
            colour_list_ += fmt::format("\"{}\",", name);
        }
        return place->second;
    }

    void write_pages() {
        const PyramidShape& shape = poster_.shape();
        made_.colours = std::ssize(numbers_);
        made_.tiles = all_tiles_ - made_.uniform_tiles;
        folder_.write("picture.dzi",
                      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                  "<Image xmlns=\"http://schemas.microsoft.com/deepzoom/2008\" "
                                  "Format=\"png\" Overlap=\"0\" TileSize=\"{}\">\n"
                                  "    <Size Width=\"{}\" Height=\"{}\"/>\n</Image>\n",
                                  chunk_side, shape.size.width, shape.size.height));
        folder_.write("tiles.js", fmt::format("poster.colours = [{}];\nposter.uniform = [\n{}];\n",
                                              colour_list_, list_));
        DeepZoomPage page;
        page.tiles = tiles_folder;
        page.tile_list = "tiles.js";
        folder_.write("index.html", deep_zoom_page(shape, page));
        folder_.write("openseadragon.js", openseadragon_text());
    }

    AtomicFolder folder_;
    PyramidColours& poster_;
    const render::ColourMap& colours_;
    const bool smooth_;
    const std::stop_token& stop_;
    std::atomic<double>& progress_;
    DeepZoomFolder made_;
    std::map<std::string, int> numbers_;  // of the colours that uniform tiles have
    std::string colour_list_, list_;
    std::int64_t all_tiles_ = 0, counted_ = 0;
};

void check(const PyramidColours& poster) {
    if (openseadragon_gzip().empty()) throw std::runtime_error(std::string(why_no_openseadragon));
    const PyramidShape& shape = poster.shape();
    const ImageSize coarsest = level_size(shape, shape.coarsest());
    if (std::max(coarsest.width, coarsest.height) > chunk_side)
        throw std::runtime_error(
            fmt::format("Deep Zoom needs all levels down to {0} x {0} pixels, and the poster has "
                        "{1} down to {2}x{3}: make it with all of them",
                        chunk_side, shape.levels, coarsest.width, coarsest.height));
    for (int level = 0; level < shape.levels; ++level)
        if (const auto why = why_unfinished(poster, level, whole(level_size(shape, level))))
            throw std::runtime_error(*why);
}

}  // namespace

std::optional<DeepZoomFolder> export_deep_zoom(const std::filesystem::path& folder,
                                               PyramidColours& poster,
                                               const render::ColourMap& colours, bool smooth,
                                               const std::stop_token& stop,
                                               std::atomic<double>& progress) {
    check(poster);
    return Maker(folder, poster, colours, smooth, stop, progress).make();
}

}  // namespace mariani::app
