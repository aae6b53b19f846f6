#include "render/picture/small_picture.hpp"

#include "compute/model/growing_frame.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mariani::render {
namespace {

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
