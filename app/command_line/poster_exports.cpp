#include "app/command_line/poster_exports.hpp"

#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/standard_streams.hpp"
#include "app/produce/exports/dzi_export.hpp"
#include "app/produce/exports/picture_export.hpp"
#include "app/produce/exports/tile_server.hpp"
#include "compute/model/text.hpp"

#include <atomic>
#include <cstdio>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The poster's folder, less a slash at its end, with an ending of its own.
std::filesystem::path beside(const std::filesystem::path& folder, std::string_view ending) {
    const auto name = folder.has_filename() ? folder : folder.parent_path();
    return name.string() + std::string(ending);
}

std::filesystem::path target_of(const std::filesystem::path& folder, const PosterExports& exports) {
    if (exports.to) return *exports.to;
    switch (*exports.kind) {
        case ExportKind::tiff:
            return beside(folder, ".tif");
        case ExportKind::png:
            return beside(folder, ".png");
        default:
            return beside(folder, "-dzi");
    }
}

void check_crop(const PixelRect& crop, ImageSize size, int level) {
    if (std::int64_t{crop.x} + crop.width <= size.width &&
        std::int64_t{crop.y} + crop.height <= size.height)
        return;
    throw UsageError(
        fmt::format("--crop reaches beyond level {}, which has {} pixels", level, to_text(size)));
}

PictureExport picture_of(const PyramidManifest& manifest, const PosterExports& exports) {
    const PyramidShape& shape = manifest.shape;
    PictureExport picture{};
    if (exports.print) {
        if (const auto why = why_too_small(*exports.print, shape.size))
            throw UsageError("--print: " + *why);
        picture.cut = print_cut(shape, *exports.print, exports.smooth_down);
        picture.window = whole(picture.cut.size);
        picture.pixels_per_inch = exports.print->pixels_per_inch;
        return picture;
    }
    const int level = exports.level.value_or(0);
    if (level > shape.coarsest())
        throw UsageError(fmt::format("--level is {}: the poster's levels are 0, the largest, to {}",
                                     level, shape.coarsest()));
    const bool sampled = !exports.level && !exports.crop;
    picture.cut = sampled               ? sampled_cut(shape, manifest.samples())
                  : exports.smooth_down ? smooth_cut(shape, level)
                                        : plain_cut(shape, level);
    picture.window = exports.crop.value_or(whole(picture.cut.size));
    check_crop(picture.window, picture.cut.size, level);
    picture.pixels_per_inch = exports.pixels_per_inch;
    return picture;
}

std::string print_text(const PosterExports& exports) {
    if (!exports.print) return "";
    const auto& [width, height, dpi, bleed] = *exports.print;
    return fmt::format(", {:g} x {:g} mm at {:g} pixels per inch{}", width, height, dpi,
                       bleed > 0 ? fmt::format(" with {:g} mm of bleed on each side", bleed) : "");
}

std::string from_text(const PictureExport& picture) {
    const auto& cut = picture.cut;
    const bool plain = cut.size == ImageSize{cut.rect.width, cut.rect.height};
    return fmt::format("{} of level {}", plain ? "pixel by pixel" : "means of pixels", cut.level);
}

// Those of the poster, with what edits change of them.
render::Colouring colouring_of(const PyramidManifest& manifest,
                               const std::vector<std::function<void(Settings&)>>& edits) {
    Settings settings = manifest.settings;
    for (const auto& edit : edits) edit(settings);
    if (const auto left_out = left_out_of(settings, manifest)) print_notice("poster: " + *left_out);
    return settings.colouring;
}

class Exporter {
  public:
    Exporter(const std::filesystem::path& folder, const SettingsEdits& edits,
             const PosterExports& exports, const std::stop_token& stop)
        : target_(target_of(folder, exports)), exports_(exports), stop_(stop), poster_(folder) {
        const auto colouring = colouring_of(poster_.manifest(), edits);
        render::PaletteLibrary palettes(data_file("assets/palettes"));
        const int level = summary_level(poster_.shape());
        if (const auto why =
                why_unfinished(poster_, level, whole(level_size(poster_.shape(), level))))
            throw std::runtime_error(
                fmt::format("cannot export {}: its colours come from level {}, and {}",
                            folder.string(), level, *why));
        colours_ = poster_.colours(colouring, palettes);
    }

    // What to print; nullopt if stopped.
    std::optional<std::string> run() {
        const ProgressLine line([this] {
            return fmt::format("{}: {:.0f} %", target_.string(), 100 * progress_.load());
        });
        return exports_.kind == ExportKind::dzi ? folder() : picture();
    }

  private:
    std::optional<std::string> folder() {
        const auto made =
            export_deep_zoom(target_, poster_, *colours_, exports_.smooth_down, stop_, progress_);
        if (!made) return std::nullopt;
        return fmt::format("{}: {} tiles, and {} of one colour, for which there are {} pictures\n",
                           printable(target_.string()), made->tiles, made->uniform_tiles,
                           made->colours);
    }

    std::optional<std::string> picture() {
        PictureExport picture = picture_of(poster_.manifest(), exports_);
        const auto profile =
            exports_.profile ? ColourProfile::of_file(*exports_.profile) : ColourProfile::srgb();
        picture.profile = &profile;
        const ImageSize size{picture.window.width, picture.window.height};
        if (!write(picture)) return std::nullopt;
        return fmt::format("{}: {} pixels{}, {}, {}\n", printable(target_.string()), to_text(size),
                           print_text(exports_), from_text(picture), profile.name());
    }

    // False if stopped.
    bool write(const PictureExport& picture) {
        if (exports_.kind == ExportKind::png)
            return export_png(target_, picture, poster_, *colours_, stop_, progress_);
        TiffChoice choice;
        if (exports_.deflate) choice.compression = TiffCompression::deflate;
        const auto kind =
            export_tiff(target_, picture, choice, poster_, *colours_, stop_, progress_);
        if (kind == TiffKind::big)
            print_notice(
                "poster: the picture needs more than 4 GB, so it is a BigTIFF: ask the printer "
                "whether they read that");
        return kind.has_value();
    }

    const std::filesystem::path target_;
    const PosterExports& exports_;
    const std::stop_token stop_;
    PyramidColours poster_;
    std::optional<render::ColourMap> colours_;
    std::atomic<double> progress_{0};
};

int serve(const std::filesystem::path& folder, const SettingsEdits& edits,
          const PosterExports& exports, const std::stop_token& stop) {
    TileServer server(folder, {.address = exports.address,
                               .port = exports.port,
                               .colouring = colouring_of(read_manifest(folder), edits),
                               .smooth = exports.smooth_down});
    const std::string page = server.page();
    fmt::print(
        "{}: open {} in a browser, or {}poster.zarr in a viewer of OME-Zarr; Ctrl+C ends "
        "it\n",
        printable(folder.string()), page, page);
    std::fflush(stdout);
    server.serve(stop);
    return 0;
}

}  // namespace

int run_poster_exports(const std::filesystem::path& folder, const SettingsEdits& edits,
                       const PosterExports& exports) {
    const Interruption interruption;
    if (exports.serve) return serve(folder, edits, exports, interruption.token());
    const auto target = std::filesystem::absolute(target_of(folder, exports)).lexically_normal();
    const auto inside =
        target.lexically_relative(std::filesystem::absolute(folder).lexically_normal());
    if (!inside.empty() && *inside.begin() != ".." && is_pyramid(folder))
        throw UsageError(fmt::format("--to is \"{}\": it must not lie in the poster's own folder",
                                     target.string()));
    if (exports.kind != ExportKind::dzi) check_file_arguments("poster", {{"--to", target}});
    const auto report = Exporter(folder, edits, exports, interruption.token()).run();
    if (!report) {
        print_notice("poster: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    fmt::print("{}", *report);
    return 0;
}

}  // namespace mariani::app
