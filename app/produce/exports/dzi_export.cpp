#include "app/produce/exports/dzi_export.hpp"

#include "app/produce/exports/deep_zoom.hpp"
#include "render/files/atomic_file.hpp"
#include "render/picture/parallel_for.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse_folder(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(), why));
}

bool is_still(int descriptor, const fs::path& path) {
    struct stat opened {
    }, named{};
    return fstat(descriptor, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

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

AtomicFolder::AtomicFolder(const fs::path& given)
    : path_(given.has_filename() ? given : given.parent_path()) {
    std::error_code error;
    if (!path_.has_filename()) refuse_folder(given, "a folder's name is missing");
    if (fs::exists(fs::symlink_status(path_, error)))
        refuse_folder(path_, "it exists already: choose another name, or remove it");
    const fs::path parent = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
    if (!fs::is_directory(parent, error))
        refuse_folder(path_, fmt::format("there is no folder {}: make it first", parent.string()));
    temporary_ = parent / fmt::format(".{}.mariani-part", path_.filename().string());
    if (mkdir(temporary_.c_str(), 0777) != 0 && errno != EEXIST)
        refuse_folder(path_, render::why_not_written(errno));
    descriptor_ = open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor_ < 0) refuse_folder(path_, render::why_not_written(errno));
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 || !is_still(descriptor_, temporary_)) {
        close_it();
        refuse_folder(path_, "another process is writing it: wait until that has ended");
    }
    for (const auto& left : fs::directory_iterator(temporary_, error))
        fs::remove_all(left.path(), error);
    if (!error) return;
    close_it();
    refuse_folder(path_, error.message());
}

AtomicFolder::~AtomicFolder() {
    if (descriptor_ < 0) return;
    std::error_code ignored;
    fs::remove_all(temporary_, ignored);
    close_it();
}

void AtomicFolder::close_it() noexcept {
    close(std::exchange(descriptor_, -1));
}

void AtomicFolder::write(const fs::path& name, std::string_view bytes) const {
    const fs::path file = temporary_ / name;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "wbxe"),
                                                                 std::fclose);
    if (!stream || std::fwrite(bytes.data(), 1, bytes.size(), stream.get()) != bytes.size() ||
        std::fflush(stream.get()) != 0)
        refuse_folder(path_ / name, render::why_not_written(errno));
}

void AtomicFolder::make_folder(const fs::path& name) const {
    if (mkdir((temporary_ / name).c_str(), 0777) != 0)
        refuse_folder(path_ / name, render::why_not_written(errno));
}

void AtomicFolder::commit() {
    if (syncfs(descriptor_) != 0) refuse_folder(path_, render::why_not_written(errno));
    // Whatever came there meanwhile stays.
    if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0)
        refuse_folder(path_, errno == EEXIST ? "it exists by now: remove it, and export again"
                                             : render::why_not_written(errno));
    close_it();
}

std::optional<DeepZoomFolder> export_deep_zoom(const std::filesystem::path& folder,
                                               PyramidColours& poster,
                                               const render::ColourMap& colours, bool smooth,
                                               const std::stop_token& stop,
                                               std::atomic<double>& progress) {
    check(poster);
    return Maker(folder, poster, colours, smooth, stop, progress).make();
}

}  // namespace mariani::app
