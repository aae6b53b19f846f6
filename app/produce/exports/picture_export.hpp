// A poster, or a part of it, as one picture in a file: .tif for printers, .png for everything else.
#pragma once

#include "app/produce/exports/colour_profile.hpp"
#include "app/produce/exports/pyramid_colours.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

namespace mariani::app {

enum class TiffCompression { lzw, deflate };

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
// 8-bit RGB in strips.
bool export_tiff(const std::filesystem::path& file, const PictureExport& picture,
                 TiffCompression compression, PyramidColours& poster,
                 const render::ColourMap& colours, const std::stop_token& stop,
                 std::atomic<double>& progress);

// Whether a TIFF of this size is a BigTIFF, as it might need more than 4 GB.
bool needs_big_tiff(ImageSize size);

}  // namespace mariani::app
