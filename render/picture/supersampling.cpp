#include "render/picture/supersampling.hpp"

#include "compute/model/suited.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace mariani::render {
namespace {

// The linear value of one of sRGB (IEC 61966-2-1), both in [0, 1].
double linear_of(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

// In the order of sample_request(): the sample's number among side * side, row by row.
int place_of(int side, int number) {
    const int count = side * side;
    if (count % 2 == 1) {
        if (number == 0) return count / 2;
        --number;
    }
    return number % 2 == 0 ? number / 2 : count - 1 - number / 2;
}

// Where the mean of two neighbouring values lies, doubled: from there on the higher is nearer.
const std::array<std::uint32_t, 256>& thresholds() {
    static const auto made = [] {
        std::array<std::uint32_t, 256> values{};
        for (std::size_t i = 1; i < values.size(); ++i)
            values[i] = linear_light()[i - 1] + linear_light()[i];
        return values;
    }();
    return made;
}

}  // namespace

FrameRequest sample_request(FrameRequest request, int side, int number) {
    const int place = place_of(side, number);
    const Length apart = pitch(request.view, request.image);
    const auto offset = [&](int i) { return apart * ((i + 0.5) / side - 0.5); };
    PlanePoint& centre = request.view.centre;
    if (!request.precision)
        request.precision = suited_precision(
            moved(request.view, request.view.centre, request.view.height / side), request.image);
    centre = displaced(centre, {offset(place % side), -offset(place / side)}, apart);
    request.keep_regions = request.count_work = request.subdivide = false;
    return request;
}

const std::array<std::uint32_t, 256>& linear_light() {
    static const auto made = [] {
        std::array<std::uint32_t, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::uint32_t>(
                std::lround(65535 * linear_of(static_cast<double>(i) / 255)));
        return values;
    }();
    return made;
}

std::uint8_t srgb_of_mean(std::uint32_t sum, std::uint32_t count) {
    const auto above = std::upper_bound(thresholds().begin() + 1, thresholds().end(), 2 * sum,
                                        [count](std::uint32_t doubled, std::uint32_t threshold) {
                                            return doubled < threshold * count;
                                        });
    return static_cast<std::uint8_t>(above - thresholds().begin() - 1);
}

SampleSum::SampleSum(ImageSize size)
    : size_(size), sums_(3 * static_cast<std::size_t>(pixel_count(size))) {}

void SampleSum::add(std::span<const std::uint8_t> row, int y) {
    const auto& light = linear_light();
    auto* sum =
        sums_.data() + 3 * static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(y);
    for (const std::uint8_t value : row) *sum++ += light[value];
}

Image SampleSum::mean(int first_row, int rows) const {
    Image image({size_.width, rows}, PixelFormat::rgb);
    const auto row_values = 3 * static_cast<std::size_t>(size_.width);
    for (int y = 0; y < rows; ++y) {
        const auto* sum = sums_.data() + row_values * static_cast<std::size_t>(first_row + y);
        for (std::uint8_t& value : image.row(y)) value = srgb_of_mean(*sum++, count_);
    }
    return image;
}

}  // namespace mariani::render
