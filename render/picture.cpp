#include "render/picture.hpp"

#include "render/overlay_levels.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

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

void draw_region(Image& image, const PixelRect& rect, int width, const Layer& line,
                 const Layer& area) {
    const int right = rect.x + rect.width;
    const int bottom = rect.y + rect.height;
    const int inner_left = std::min(rect.x + width, right);
    const int inner_top = std::min(rect.y + width, bottom);
    const int inner_right = std::max(right - width, inner_left);
    const int inner_bottom = std::max(bottom - width, inner_top);
    blend(image, rect.x, rect.y, right, inner_top, line);
    blend(image, rect.x, inner_top, inner_left, inner_bottom, line);
    blend(image, inner_right, inner_top, right, inner_bottom, line);
    blend(image, rect.x, inner_bottom, right, bottom, line);
    blend(image, inner_left, inner_top, inner_right, inner_bottom, area);
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

void draw_overlay(Image& image, PixelRect part, std::span<const Region> regions,
                  const OverlayStyle& style, int line_width) {
    const auto sides = level_sides(regions);
    // The deepest level first, so that the coarse grid stays on top.
    for (std::size_t i = regions.size(); i-- > 0;) {
        const Region& region = regions[i];
        const Appearance shown = appearance(style, region);
        if (shown == Appearance::hidden || apart(region.rect, part)) continue;
        const int side = sides[std::min<std::size_t>(region.level, overlay_levels - 1)];
        const float opacity = style.line_opacity * line_strength(side, line_width);
        const Tint tint = tint_of(style, shown);
        PixelRect rect = region.rect;
        rect.x -= part.x;
        rect.y -= part.y;
        draw_region(image, rect, line_width, layer(level_colour(region.level), opacity, tint),
                    layer({}, 0, tint));
    }
}

}  // namespace mariani::render
