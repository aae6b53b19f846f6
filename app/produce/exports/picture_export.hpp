// A poster, or a part of it, as one picture in a file: .tif for printers, .png for everything else.
#pragma once

#include "app/produce/exports/colour_profile.hpp"
#include "app/produce/exports/pyramid_colours.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

namespace mariani::app {

enum class TiffCompression { lzw, deflate };
enum class TiffKind { plain, big };

struct TiffChoice {
    TiffCompression compression = TiffCompression::lzw;
    // Above so many, it is begun again as a BigTIFF, whose offsets have 64 bits: 4 GB, less what
    // tags and profile take.
    std::int64_t most_plain_bytes = 4'200'000'000;
};

struct PictureExport {
    PictureCut cut;
    PixelRect window;  // of the cut's picture: what the file shows
    std::optional<double> pixels_per_inch;
    const ColourProfile* profile;  // into which colours are converted, and which is embedded
};

// The rows of the picture from top to bottom, some at a time: drawn on all threads, at most 128 MB
// of them at once, in the profile's colours. False if stopped, or if use() returns false.
bool draw_bands(const PictureExport& picture, PyramidColours& poster,
                const render::ColourMap& colours, const std::stop_token& stop,
                std::atomic<double>& progress,
                const std::function<bool(const render::Image&)>& use);

// These write the file whole or not at all. False if stopped. `progress` goes from 0 to 1. They
// throw std::runtime_error: the disk is full, a shard is damaged, cells are not finished.
bool export_png(const std::filesystem::path& file, const PictureExport& picture,
                PyramidColours& poster, const render::ColourMap& colours,
                const std::stop_token& stop, std::atomic<double>& progress);
// 8-bit RGB in strips. Which kind it is, as programs for printers may not read the other; nullopt
// if stopped.
std::optional<TiffKind> export_tiff(const std::filesystem::path& file, const PictureExport& picture,
                                    const TiffChoice& choice, PyramidColours& poster,
                                    const render::ColourMap& colours, const std::stop_token& stop,
                                    std::atomic<double>& progress);

}  // namespace mariani::app
