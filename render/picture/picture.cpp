#include "render/picture/picture.hpp"

#include "compute/model/growing_frame.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace mariani::render {
namespace {

// Blends a premultiplied colour, as in OverlayTables, over the pixel. A channel
// is at most the opacity, so no sum exceeds 255; 255 is odd, so no quotient is a
// tie.
void blend(std::uint8_t* pixel, std::uint32_t look) {
    const std::uint32_t remains = 255 - (look >> 24);
    for (int c = 0; c < 3; ++c)
        pixel[c] =
            static_cast<std::uint8_t>((look >> 8 * c & 0xffu) + (pixel[c] * remains + 127) / 255);
}

void hatch_unknown(Image& image, const HostField<std::uint32_t>& dwells, const ColourMap& colours) {
    const auto [left, top, width, height] = dwells.extent;
    for (std::size_t i = 0; i < dwells.values.size(); ++i) {
        if (dwells.values[i] != unknown_dwell) continue;
        const int x = static_cast<int>(i % static_cast<std::size_t>(width));
        const int y = static_cast<int>(i / static_cast<std::size_t>(width));
        const Rgb8 colour = colours.hatch(left + x, top + y);
        std::uint8_t* const pixel = image.row(y).data() + 3 * x;
        pixel[0] = colour.r;
        pixel[1] = colour.g;
        pixel[2] = colour.b;
    }
}

int scaled(int at, int size, int whole) {
    return static_cast<int>(std::int64_t{at} * whole / size);
}

// `row_of`: a row of the whole in rgb, valid until the next one is asked for.
template <typename RowOf>
Image averaged(ImageSize whole, ImageSize size, const RowOf& row_of) {
    Image image(size, PixelFormat::rgb);
    std::vector<std::uint32_t> sums(3 * static_cast<std::size_t>(size.width));
    for (int y = 0; y < size.height; ++y) {
        std::ranges::fill(sums, 0u);
        const auto [top, bottom] = share_of(y, size.height, whole.height);
        for (int from_y = top; from_y < bottom; ++from_y) {
            const std::span<const std::uint8_t> row = row_of(from_y);
            for (int x = 0; x < size.width; ++x) {
                const auto [left, right] = share_of(x, size.width, whole.width);
                std::uint32_t* sum = sums.data() + 3 * static_cast<std::size_t>(x);
                for (int from_x = left; from_x < right; ++from_x)
                    for (std::size_t c = 0; c < 3; ++c)
                        sum[c] += row[3 * static_cast<std::size_t>(from_x) + c];
            }
        }
        for (int x = 0; x < size.width; ++x) {
            const auto [left, right] = share_of(x, size.width, whole.width);
            const auto count = static_cast<std::uint32_t>((right - left) * (bottom - top));
            const auto mean = [&](std::size_t c) {
                return static_cast<std::uint8_t>(
                    (sums[3 * static_cast<std::size_t>(x) + c] + count / 2) / count);
            };
            image.set(x, y, {mean(0), mean(1), mean(2)});
        }
    }
    return image;
}

// As draw_picture does, in stripes of the small picture.
void hatch_unknown(const HostField<std::uint32_t>& dwells, int y, const ColourMap& colours,
                   ImageSize size, std::vector<std::uint8_t>& row) {
    const auto [left, top, width, height] = dwells.extent;
    for (int x = 0; x < width; ++x) {
        if (dwells.at(left + x, top + y) != unknown_dwell) continue;
        const Rgb8 colour =
            colours.hatch(scaled(x, width, size.width), scaled(y, height, size.height));
        std::ranges::copy(std::array{colour.r, colour.g, colour.b}, row.begin() + 3 * x);
    }
}

}  // namespace

Image draw_picture(const HostField<std::uint32_t>& dwells, const HostField<float>& fractions,
                   const ColourMap& colours, const HostExterior& exterior) {
    Image image({dwells.extent.width, dwells.extent.height}, PixelFormat::rgb);
    colours.colours(dwells.values, fractions.values, image.bytes().data(), exterior);
    if (colours.shows_dwells()) hatch_unknown(image, dwells, colours);
    return image;
}

Image draw_origins(const RegionMap& regions, int first_row, int rows, const ColourMap& colours) {
    const auto lines = border_lines(regions);
    const int width = regions.size().width;
    Image image({width, rows}, PixelFormat::rgb);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(width));
    for (int y = 0; y < rows; ++y) {
        origins_in_row(regions, lines, first_row + y, colours.shows_levels(), values);
        colours.colours(values, {}, image.row(y).data());
    }
    return image;
}

void draw_overlay(Image& image, const RegionMap& regions, const OverlayStyle& style,
                  const Placement& placement, int line_width) {
    const auto all_kinds = regions.kinds.host<RegionKind>();
    const auto tables = overlay_tables(regions, style, placement, image.size(), line_width);
    const auto [left, top, width, height] = tables.covered;
    const auto channels = static_cast<std::size_t>(image.format());
    for (int y = top; y < top + height; ++y) {
        const auto row = tables.axes[static_cast<std::size_t>(image.size().width + y)];
        const RegionKind* kinds = &all_kinds.at(0, row.source);
        std::uint8_t* pixel = image.row(y).data() + static_cast<std::size_t>(left) * channels;
        for (int x = left; x < left + width; ++x, pixel += channels) {
            const auto column = tables.axes[static_cast<std::size_t>(x)];
            blend(pixel, tables.look(column, row, kinds[column.source]));
        }
    }
}

ImageSize fitted(ImageSize shape, int side) {
    const int longer = std::max(shape.width, shape.height);
    return {std::max(1, scaled(side, longer, shape.width)),
            std::max(1, scaled(side, longer, shape.height))};
}

Image draw_at_size(const HostField<std::uint32_t>& dwells, const HostField<float>& fractions,
                   const ColourMap& colours, ImageSize size, const HostExterior& exterior) {
    std::vector<std::uint8_t> row(3 * static_cast<std::size_t>(dwells.extent.width));
    return averaged({dwells.extent.width, dwells.extent.height}, size, [&](int y) {
        colours.colours(dwells.rows(y, 1).values, fractions.rows(y, 1).values, row.data(),
                        exterior.rows(y, 1));
        if (colours.shows_dwells()) hatch_unknown(dwells, y, colours, size, row);
        return std::span<const std::uint8_t>(row);
    });
}

Image at_size(const Image& picture, ImageSize size) {
    return averaged(picture.size(), size, [&](int y) { return picture.row(y); });
}

std::vector<Region> at_size(std::span<const Region> regions, PixelRect part, ImageSize size) {
    std::vector<Region> scaled_regions;
    for (Region region : regions) {
        const int left = region.rect.x - part.x, top = region.rect.y - part.y;
        const int x = scaled(left, part.width, size.width);
        const int y = scaled(top, part.height, size.height);
        region.rect = {x, y, scaled(left + region.rect.width, part.width, size.width) - x,
                       scaled(top + region.rect.height, part.height, size.height) - y};
        if (!empty(region.rect)) scaled_regions.push_back(region);
    }
    return scaled_regions;
}

}  // namespace mariani::render
