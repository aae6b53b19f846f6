#include "render/picture/growing_picture.hpp"

#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace mariani::render {
namespace {

using Sums = std::array<float, 3>;

constexpr int strip_rows = 16;  // drawn by one thread

void add(Sums& sums, const std::uint8_t* pixel) {
    for (std::size_t c = 0; c < 3; ++c) sums[c] += static_cast<float>(pixel[c]);
}

// Adds a known pixel, lit for some time.
void add(Sums& sums, const std::uint8_t* pixel, float age) {
    if (age >= static_cast<float>(frontier_time)) return add(sums, pixel);
    const float light =
        static_cast<float>(frontier_share) * (1 - age / static_cast<float>(frontier_time));
    const std::array<std::uint8_t, 3> lit{frontier_light.r, frontier_light.g, frontier_light.b};
    for (std::size_t c = 0; c < 3; ++c)
        sums[c] += static_cast<float>(pixel[c]) +
                   light * (static_cast<float>(lit[c]) - static_cast<float>(pixel[c]));
}

Rgb8 mean(const Sums& sums, int count) {
    const auto channel = [&](std::size_t c) {
        return static_cast<std::uint8_t>(std::lround(sums[c] / static_cast<float>(count)));
    };
    return {channel(0), channel(1), channel(2)};
}

// A pixel of a smaller picture: the part of the growing one that it stands for.
Rgb8 drawn(const GrowingPicture& growing, const HostField<float>& known_at, float moment,
           PixelRect part) {
    constexpr std::array<std::uint8_t, 3> dark{not_yet_known.r, not_yet_known.g, not_yet_known.b};
    Sums sums{};
    for (int y = part.y; y < part.y + part.height; ++y) {
        const std::uint8_t* pixel =
            growing.picture.row(y).data() + 3 * static_cast<std::size_t>(part.x);
        const float* at = &known_at.at(part.x, y);
        for (int x = 0; x < part.width; ++x, pixel += 3, ++at) {
            if (*at > moment)
                add(sums, dark.data());
            else
                add(sums, pixel, moment - *at);
        }
    }
    return mean(sums, part.width * part.height);
}

}  // namespace

GrowingPicture no_larger_than(int side, GrowingPicture growing) {
    const ImageSize from = growing.picture.size();
    const int factor = (std::max(from.width, from.height) + side - 1) / side;
    if (factor <= 1) return growing;
    const ImageSize size{(from.width + factor - 1) / factor, (from.height + factor - 1) / factor};
    Image picture(size, PixelFormat::rgb);
    const auto known_at = growing.order.known_at.host<float>();
    std::vector<float> first(static_cast<std::size_t>(pixel_count(size)));
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const PixelRect part{x * factor, y * factor, std::min(factor, from.width - x * factor),
                                 std::min(factor, from.height - y * factor)};
            float earliest = known_at.at(part.x, part.y);
            for (int row = part.y; row < part.y + part.height; ++row)
                for (int column = part.x; column < part.x + part.width; ++column)
                    earliest = std::min(earliest, known_at.at(column, row));
            constexpr float all_known = 3;  // and unlit
            picture.set(x, y, drawn(growing, known_at, all_known, part));
            first[index(whole(size), x, y)] = earliest;
        }
    return {std::move(picture),
            {field_of(whole(size), std::move(first)), std::move(growing.order.done)}};
}

Image draw_growing(const GrowingPicture& growing, double moment, ImageSize size) {
    const ImageSize from = growing.picture.size();
    const auto known_at = growing.order.known_at.host<float>();
    Image image(size, PixelFormat::rgb);
    parallel_for((size.height + strip_rows - 1) / strip_rows, [&](int strip) {
        const int end = std::min(size.height, (strip + 1) * strip_rows);
        for (int y = strip * strip_rows; y < end; ++y) {
            const auto rows = share_of(y, size.height, from.height);
            for (int x = 0; x < size.width; ++x) {
                const auto columns = share_of(x, size.width, from.width);
                image.set(x, y,
                          drawn(growing, known_at, static_cast<float>(moment),
                                {columns.from, rows.from, columns.to - columns.from,
                                 rows.to - rows.from}));
            }
        }
    });
    return image;
}

}  // namespace mariani::render
