#include "render/picture/picture.hpp"

#include "compute/model/pixel_origin.hpp"
#include "render/picture/overlay_levels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace mariani::render {
namespace {

// A colour already multiplied with its opacity, both in 2^-16.
struct Layer {
    std::array<std::uint32_t, 3> colour{};
    std::uint32_t remains = 1u << 16;  // of what lies below
};

Layer layer(Rgb8 line, float line_opacity, Tint tint) {
    const float below = tint.opacity * (1 - line_opacity);
    const auto mixed = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint32_t>(
            (static_cast<float>(a) * line_opacity + static_cast<float>(b) * below) * 65536.0f);
    };
    return {
        {mixed(line.r, tint.colour.r), mixed(line.g, tint.colour.g), mixed(line.b, tint.colour.b)},
        static_cast<std::uint32_t>((1 - line_opacity - below) * 65536.0f)};
}

// Blends a rectangle, in the image's coordinates; what lies outside the image is left out.
void blend(Image& image, int left, int top, int right, int bottom, const Layer& layer) {
    left = std::max(left, 0);
    right = std::min(right, image.size().width);
    if (layer.remains == 1u << 16 || left >= right) return;
    const auto channels = static_cast<std::size_t>(image.format());
    for (int y = std::max(top, 0); y < std::min(bottom, image.size().height); ++y) {
        std::uint8_t* pixel = image.row(y).data() + static_cast<std::size_t>(left) * channels;
        for (int x = left; x < right; ++x, pixel += channels)
            for (std::size_t c = 0; c < 3; ++c)
                pixel[c] = static_cast<std::uint8_t>(
                    (layer.colour[c] + pixel[c] * layer.remains + 32768) >> 16);
    }
}

PixelRect inset(const PixelRect& rect, int by) {
    const int x = std::min(by, (rect.width + 1) / 2);
    const int y = std::min(by, (rect.height + 1) / 2);
    return {rect.x + x, rect.y + y, std::max(rect.width - 2 * x, 0),
            std::max(rect.height - 2 * y, 0)};
}

// Blends what the outer rectangle has and the inner has not.
void blend_ring(Image& image, const PixelRect& outer, const PixelRect& inner, const Layer& layer) {
    const int right = outer.x + outer.width;
    const int bottom = outer.y + outer.height;
    const int inner_right = inner.x + inner.width;
    const int inner_bottom = inner.y + inner.height;
    blend(image, outer.x, outer.y, right, inner.y, layer);
    blend(image, outer.x, inner.y, inner.x, inner_bottom, layer);
    blend(image, inner_right, inner.y, right, inner_bottom, layer);
    blend(image, outer.x, inner_bottom, right, bottom, layer);
}

bool apart(const PixelRect& a, const PixelRect& b) {
    return a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height ||
           b.y >= a.y + a.height;
}

}  // namespace

Image draw_picture(const DwellSpan& dwells, const ColourMap& colours) {
    if (dwells.memory != MemoryKind::host)
        throw std::runtime_error("cannot draw dwells that are not in host memory");
    Image image({dwells.part.width, dwells.part.height}, PixelFormat::rgb);
    const std::span all(dwells.dwells, static_cast<std::size_t>(pixel_count(dwells.part)));
    colours.colours(all, dwells.fractions, image.bytes().data());
    return image;
}

Image draw_origins(const RegionMap& regions, int first_row, int rows, const ColourMap& colours) {
    if (regions.memory != MemoryKind::host)
        throw std::runtime_error("cannot draw regions that are not in host memory");
    const auto lines = border_lines(regions);
    const int width = regions.size.width;
    const bool levels = colours.shows_levels();
    Image image({width, rows}, PixelFormat::rgb);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(width));
    for (int y = 0; y < rows; ++y) {
        const int row = first_row + y;
        const RegionKind* kinds = regions.kinds.get() + std::ptrdiff_t{row} * width;
        const std::uint8_t of_row = lines[static_cast<std::size_t>(width + row)];
        for (std::size_t x = 0; x < values.size(); ++x) {
            const auto [level, outcome] = origin_of(kinds[x], std::min(lines[x], of_row));
            values[x] = levels ? level : static_cast<std::uint32_t>(outcome);
        }
        colours.colours(values, nullptr, image.row(y).data());
    }
    return image;
}

void draw_overlay(Image& image, PixelRect part, std::span<const Region> regions,
                  const OverlayStyle& style, int line_width) {
    const auto sides = level_sides(regions);
    // The deepest level first, so that the coarse grid stays on top.
    for (std::size_t i = regions.size(); i-- > 0;) {
        const Region& region = regions[i];
        const Appearance shown = appearance(style, region);
        if (shown == Appearance::hidden || apart(region.rect, part)) continue;
        const int side = sides[std::min<std::size_t>(region.level, overlay_levels - 1)];
        const LineOpacity opacity = line_opacity(style, side, line_width);
        const Tint tint = tint_of(style, shown);
        PixelRect rect = region.rect;
        rect.x -= part.x;
        rect.y -= part.y;
        const PixelRect cased = inset(rect, line_width);
        const PixelRect area = inset(rect, 2 * line_width);
        blend_ring(image, rect, cased, layer(level_colour(region.level), opacity.line, tint));
        blend_ring(image, cased, area, layer(casing_colour, opacity.casing, tint));
        blend(image, area.x, area.y, area.x + area.width, area.y + area.height, layer({}, 0, tint));
    }
}

}  // namespace mariani::render
