#include "app/workloads/strokes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr int opaque = 256;

// Lays a colour over a pixel with an opacity up to `opaque`.
void blend(std::uint8_t* pixel, Rgb8 colour, int opacity) {
    const auto mix = [opacity](std::uint8_t below, std::uint8_t above) {
        const int share = ((above - below) * opacity + opaque / 2) >> 8;
        return static_cast<std::uint8_t>(below + share);
    };
    pixel[0] = mix(pixel[0], colour.r);
    pixel[1] = mix(pixel[1], colour.g);
    pixel[2] = mix(pixel[2], colour.b);
}
// A colour as the channels of a pixel of four bytes, by turns.
struct TwoChannels {
    static constexpr std::uint32_t mask = 0x00FF00FF;
    std::uint32_t even, odd;

    explicit TwoChannels(Rgb8 colour) {
        const std::uint8_t channels[] = {colour.r, colour.g, colour.b, 255};
        const auto word = std::bit_cast<std::uint32_t>(channels);
        even = word & mask;
        odd = word >> 8 & mask;
    }
};
// The same bits as above, two channels at a time.
void blend(std::uint8_t* pixel, const TwoChannels& colour, int opacity) {
    constexpr std::uint32_t mask = TwoChannels::mask, half = 0x00800080;
    const auto share = static_cast<std::uint32_t>(opacity), rest = opaque - share;
    std::uint32_t word;
    std::memcpy(&word, pixel, sizeof word);
    const std::uint32_t even = (word & mask) * rest + colour.even * share + half;
    const std::uint32_t odd = (word >> 8 & mask) * rest + colour.odd * share + half;
    word = (even >> 8 & mask) | (odd & ~mask);
    std::memcpy(pixel, &word, sizeof word);
}
int opacity_of(double coverage) {
    return std::clamp(static_cast<int>(opaque * coverage + 0.5), 0, opaque);
}

// Rows of a hairline are counted in steps of 2^-32: columns add to them without a rounding, so that
// a pixel does not depend on where the clip begins.
constexpr int row_bits = 32;
constexpr double greatest_row = 1 << 24;
std::int64_t fixed_row(double row) {
    return static_cast<std::int64_t>(std::ldexp(row, row_bits));
}

// At least the pixels of an interval, within limits that are not negative.
struct Pixels {
    int begin, end;
};
Pixels pixels_of(double from, double to, int first, int count) {
    const double least = first, most = first + count;
    const auto begin = static_cast<int>(std::clamp(from, least, most));
    const auto last = static_cast<int>(std::clamp(to, least, most));
    return {begin, std::min(last + 1, first + count)};
}

// A line from a point on, in units of its length.
struct Stroke {
    PlotPoint from;
    double dx, dy, length;
    const Pen& pen;
    double reach;  // to both sides

    double along(double x, double y) const { return (x - from.x) * dx + (y - from.y) * dy; }
    double beside(double x, double y) const { return (x - from.x) * dy - (y - from.y) * dx; }
    bool is_plain(double at) const { return at >= 0 && at <= length; }
    double coverage(double x, double y) const {
        const double at = along(x, y);
        const double away = beside(x, y), beyond = std::max({0.0, -at, at - length});
        return reach - std::sqrt(away * away + beyond * beyond);
    }
};

void draw_row(std::uint8_t* pixel, std::ptrdiff_t channels, const Stroke& stroke, Pixels columns,
              int row) {
    const double x = columns.begin + 0.5, y = row + 0.5;
    const Rgb8 colour = stroke.pen.colour;
    const int count = columns.end - columns.begin;
    if (stroke.is_plain(stroke.along(x, y)) && stroke.is_plain(stroke.along(x + count - 1, y))) {
        double beside = stroke.beside(x, y);
        for (int i = 0; i < count; ++i, pixel += channels, beside += stroke.dy)
            blend(pixel, colour, opacity_of(stroke.reach - std::abs(beside)));
    } else {
        for (int i = 0; i < count; ++i, pixel += channels)
            blend(pixel, colour, opacity_of(stroke.coverage(x + i, y)));
    }
}

}  // namespace

void fill(render::Image& image, PixelRect rect, Rgb8 colour) {
    if (rect.width <= 0 || rect.height <= 0) return;
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    const auto first = image.row(rect.y).begin() + rect.x * channels;
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
        const auto row = image.row(y).begin() + rect.x * channels;
        if (y > rect.y && image.format() == render::PixelFormat::rgb) {
            std::copy_n(first, rect.width * channels, row);
            continue;
        }
        for (auto pixel = row; pixel != row + rect.width * channels; pixel += channels) {
            pixel[0] = colour.r;
            pixel[1] = colour.g;
            pixel[2] = colour.b;
        }
    }
}

void outline(render::Image& image, PixelRect rect, int width, Rgb8 colour) {
    fill(image, {rect.x, rect.y, rect.width, width}, colour);
    fill(image, {rect.x, rect.y + rect.height - width, rect.width, width}, colour);
    fill(image, {rect.x, rect.y, width, rect.height}, colour);
    fill(image, {rect.x + rect.width - width, rect.y, width, rect.height}, colour);
}

void line(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, const Pen& pen) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    const Stroke stroke{from, (to.x - from.x) / length, (to.y - from.y) / length, length,
                        pen,  0.5 * pen.width + 0.5};
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    const double reach = stroke.reach;
    const double left = std::min(from.x, to.x) - reach, right = std::max(from.x, to.x) + reach;
    const double slope = stroke.dx / stroke.dy, half_span = reach / std::abs(stroke.dy);
    const bool is_steep = half_span < right - left;
    const Pixels rows = pixels_of(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach,
                                  clip.y, clip.height);
    for (int y = rows.begin; y < rows.end; ++y) {
        const double middle = from.x + (y + 0.5 - from.y) * slope;
        const Pixels columns =
            pixels_of(is_steep ? std::max(left, middle - half_span) : left,
                      is_steep ? std::min(right, middle + half_span) : right, clip.x, clip.width);
        if (columns.begin < columns.end)
            draw_row(&image.row(y)[static_cast<std::size_t>(columns.begin * channels)], channels,
                     stroke, columns, y);
    }
}

void hairline(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, Rgb8 colour) {
    int first = clip.x, end = clip.x + clip.width, least = clip.y, most = clip.y + clip.height;
    std::ptrdiff_t step = 4, beside = step * image.size().width;
    if (std::abs(to.y - from.y) > std::abs(to.x - from.x)) {
        std::swap(from.x, from.y), std::swap(to.x, to.y);
        std::swap(first, least), std::swap(end, most), std::swap(step, beside);
    }
    if (from.x > to.x) std::swap(from, to);
    const double slope = (to.y - from.y) / (to.x - from.x);
    const double at_zero = from.y + (0.5 - from.x) * slope - 0.5;  // the row of column 0
    if (!(std::abs(at_zero) < greatest_row)) return;               // far beside, or no number
    const auto column = [&](double x) {
        return static_cast<int>(std::clamp<double>(x + 0.5, first, end));
    };
    const std::int64_t rise = fixed_row(slope), half_share = fixed_row(0.5 / opaque);
    const TwoChannels channels(colour);
    int x = column(from.x);
    std::int64_t row = fixed_row(at_zero) + half_share + x * rise;
    for (const int last = column(to.x); x < last; ++x, row += rise) {
        const int above = static_cast<int>(row >> row_bits);
        if (above < least - 1 || above >= most) continue;
        const int share = static_cast<int>(row >> (row_bits - 8)) & (opaque - 1);
        std::uint8_t* const pixels = image.bytes().data() + x * step;
        if (above >= least) blend(pixels + above * beside, channels, opaque - share);
        if (above + 1 < most) blend(pixels + (above + 1) * beside, channels, share);
    }
}

void dot(render::Image& image, PixelRect clip, PlotPoint at, double radius, Rgb8 colour) {
    const double reach = radius + 0.5;
    const Pixels rows = pixels_of(at.y - reach, at.y + reach, clip.y, clip.height);
    const Pixels columns = pixels_of(at.x - reach, at.x + reach, clip.x, clip.width);
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    for (int y = rows.begin; y < rows.end; ++y) {
        auto pixel = image.row(y).data() + columns.begin * channels;
        for (int x = columns.begin; x < columns.end; ++x, pixel += channels)
            blend(pixel, colour, opacity_of(reach - std::hypot(x + 0.5 - at.x, y + 0.5 - at.y)));
    }
}

}  // namespace mariani::app
