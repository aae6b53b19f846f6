#include "render/picture/picture.hpp"

#include "compute/model/growing_frame.hpp"
#include "compute/model/pixel_origin.hpp"
#include "render/picture/overlay_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace

Image draw_picture(const HostField<std::uint32_t>& dwells, const HostField<float>& fractions,
                   const ColourMap& colours, const HostExterior& exterior) {
    Image image({dwells.extent.width, dwells.extent.height}, PixelFormat::rgb);
    colours.colours(dwells.values, fractions.values, image.bytes().data(), exterior);
    if (colours.shows_dwells()) hatch_unknown(image, dwells, colours);
    return image;
}

Image draw_origins(const RegionMap& regions, int first_row, int rows, const ColourMap& colours) {
    const auto all_kinds = regions.kinds.host<RegionKind>();
    const auto lines = border_lines(regions);
    const int width = regions.size().width;
    const bool levels = colours.shows_levels();
    Image image({width, rows}, PixelFormat::rgb);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(width));
    for (int y = 0; y < rows; ++y) {
        const int row = first_row + y;
        const auto kinds = all_kinds.rows(row, 1).values;
        const std::uint8_t of_row = lines[static_cast<std::size_t>(width + row)];
        for (std::size_t x = 0; x < values.size(); ++x) {
            const auto [level, outcome] = origin_of(kinds[x], std::min(lines[x], of_row));
            values[x] = levels ? level : static_cast<std::uint32_t>(outcome);
        }
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

}  // namespace mariani::render
