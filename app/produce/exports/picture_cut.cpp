#include "app/produce/exports/picture_cut.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/core.h>

namespace mariani::app {

PictureCut plain_cut(const PyramidShape& shape, int level) {
    return cut_from(shape, level, level);
}

PictureCut cut_from(const PyramidShape& shape, int level, int from) {
    return {from, whole(level_size(shape, from)), level_size(shape, level)};
}

PictureCut sampled_cut(const PyramidShape& shape, int samples) {
    return {0, whole(shape.size), {shape.size.width / samples, shape.size.height / samples}};
}

PictureCut smooth_cut(const PyramidShape& shape, int level) {
    return cut_from(shape, level, std::max(0, level - 1));
}

PixelShare covered(int at, int size, int whole) {
    if (whole <= size) return share_of(at, size, whole);
    const std::int64_t end = (std::int64_t{at} + 1) * whole + size - 1;
    return {static_cast<int>(std::int64_t{at} * whole / size), static_cast<int>(end / size)};
}

PixelRect source_of(const PictureCut& cut, PixelRect window) {
    const auto axis = [](int first, int count, int size, int whole) {
        return PixelShare{covered(first, size, whole).from,
                          covered(first + count - 1, size, whole).to};
    };
    const auto columns = axis(window.x, window.width, cut.size.width, cut.rect.width);
    const auto rows = axis(window.y, window.height, cut.size.height, cut.rect.height);
    return {cut.rect.x + columns.from, cut.rect.y + rows.from, columns.to - columns.from,
            rows.to - rows.from};
}

namespace {

constexpr double mm_per_inch = 25.4;
constexpr double most_mm = 100'000, least_dpi = 10, most_dpi = 4800, most_bleed_mm = 100;

int pixels(double mm, double pixels_per_inch) {
    return std::max(1, static_cast<int>(std::lround(mm / mm_per_inch * pixels_per_inch)));
}

// In pixels of a level rather than of level 0.
PixelRect on_level(const PyramidShape& shape, int level, PixelRect rect) {
    const ImageSize size = level_size(shape, level);
    const auto axis = [](int first, int count, int level_side, int side) {
        const auto scaled = [&](int at) {
            return static_cast<int>((std::int64_t{at} * level_side + side / 2) / side);
        };
        const int from = scaled(first);
        return PixelShare{from, std::max(from + 1, scaled(first + count))};
    };
    const auto x = axis(rect.x, rect.width, size.width, shape.size.width);
    const auto y = axis(rect.y, rect.height, size.height, shape.size.height);
    return {x.from, y.from, x.to - x.from, y.to - y.from};
}

}  // namespace

std::optional<std::string> why_invalid(const PrintSize& print) {
    const auto outside = [](double value, double min, double max) {
        return !(min <= value && value <= max);
    };
    if (outside(print.width_mm, 1, most_mm) || outside(print.height_mm, 1, most_mm))
        return fmt::format("a print of {:g} x {:g} mm: each side must be from 1 to {:g} mm",
                           print.width_mm, print.height_mm, most_mm);
    if (outside(print.pixels_per_inch, least_dpi, most_dpi))
        return fmt::format("{:g} pixels per inch: it must be from {:g} to {:g}",
                           print.pixels_per_inch, least_dpi, most_dpi);
    if (outside(print.bleed_mm, 0, most_bleed_mm))
        return fmt::format("a bleed of {:g} mm: it must be from 0 to {:g}", print.bleed_mm,
                           most_bleed_mm);
    const double longer = std::max(print.width_mm, print.height_mm) + 2 * print.bleed_mm;
    if (longer / mm_per_inch * print.pixels_per_inch > static_cast<double>(pyramid_sides.max))
        return fmt::format(
            "the print would be more than {} pixels on its longer side, the most "
            "that a poster may have: lower its size or its pixels per inch",
            pyramid_sides.max);
    return std::nullopt;
}

PrintPixels pixels_of(const PrintSize& print) {
    constexpr double rounding = 1e-6;
    const double bleed = std::ceil(print.bleed_mm / mm_per_inch * print.pixels_per_inch - rounding);
    return {{pixels(print.width_mm, print.pixels_per_inch),
             pixels(print.height_mm, print.pixels_per_inch)},
            static_cast<int>(bleed)};
}

PixelRect centred(ImageSize poster, ImageSize shape) {
    ImageSize size = poster;
    const std::int64_t as_wide = std::int64_t{poster.height} * shape.width;
    const std::int64_t as_high = std::int64_t{poster.width} * shape.height;
    if (as_wide < as_high)
        size.width = std::max(
            1, static_cast<int>((as_wide + shape.height / 2) / std::int64_t{shape.height}));
    else
        size.height =
            std::max(1, static_cast<int>((as_high + shape.width / 2) / std::int64_t{shape.width}));
    return {(poster.width - size.width) / 2, (poster.height - size.height) / 2, size.width,
            size.height};
}

std::optional<std::string> why_too_small(const PrintSize& print, ImageSize poster) {
    const ImageSize wanted = pixels_of(print).with_bleed();
    const PixelRect shown = centred(poster, wanted);
    if (shown.width >= wanted.width && shown.height >= wanted.height) return std::nullopt;
    const double enough = std::floor(print.pixels_per_inch * shown.width / wanted.width);
    const std::string instead =
        enough >= least_dpi ? fmt::format(", or print at {:g} pixels per inch", enough) : "";
    return fmt::format(
        "the print takes {}x{} pixels, and what the poster of {}x{} has of that "
        "shape is {}x{}: make a poster of {}x{}{}",
        wanted.width, wanted.height, poster.width, poster.height, shown.width, shown.height,
        wanted.width, wanted.height, instead);
}

PictureCut print_cut(const PyramidShape& shape, const PrintSize& print, bool smooth) {
    const ImageSize size = pixels_of(print).with_bleed();
    const PixelRect shown = centred(shape.size, size);
    int level = 0;
    PixelRect rect = shown;
    const auto suffices = [&](const PixelRect& part, int factor) {
        return part.width >= factor * size.width && part.height >= factor * size.height;
    };
    for (int coarser = 1; coarser < shape.levels; ++coarser) {
        const PixelRect part = on_level(shape, coarser, shown);
        if (!suffices(part, smooth ? 2 : 1)) break;
        level = coarser;
        rect = part;
    }
    return {level, rect, size};
}

}  // namespace mariani::app
