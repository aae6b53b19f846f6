#include "app/measure/plots/drawing.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

using render::Rgb8;

std::uint8_t mixed(std::uint8_t below, std::uint8_t above, double coverage) {
    return static_cast<std::uint8_t>(std::lround(below + coverage * (above - below)));
}

// Paints the clip's pixels near the box with the opacity `coverage`, 0 to 1.
template <typename Coverage>
void shade(render::Image& image, PixelRect clip, PlotPoint min, PlotPoint max, Rgb8 colour,
           const Coverage& coverage) {
    const int left = std::max(clip.x, static_cast<int>(std::floor(min.x)));
    const int right = std::min(clip.x + clip.width, static_cast<int>(std::ceil(max.x)));
    const int top = std::max(clip.y, static_cast<int>(std::floor(min.y)));
    const int bottom = std::min(clip.y + clip.height, static_cast<int>(std::ceil(max.y)));
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            const double covered = std::clamp(coverage(PlotPoint{x + 0.5, y + 0.5}), 0.0, 1.0);
            if (covered <= 0) continue;
            const Rgb8 below = image.at(x, y);
            image.set(x, y,
                      {mixed(below.r, colour.r, covered), mixed(below.g, colour.g, covered),
                       mixed(below.b, colour.b, covered)});
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
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double length = std::hypot(dx, dy);
    if (!(length > 0)) return;
    const double reach = 0.5 * pen.width + 1;
    shade(image, clip, {std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach},
          {std::max(from.x, to.x) + reach, std::max(from.y, to.y) + reach}, pen.colour,
          [&](PlotPoint at) {
              const double along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
              const double beside = ((at.x - from.x) * dy - (at.y - from.y) * dx) / length;
              if (pen.dash > 0 && std::fmod(std::max(0.0, along), 2 * pen.dash) > pen.dash)
                  return 0.0;
              const double beyond = std::max({0.0, -along, along - length});
              return 0.5 * pen.width + 0.5 - std::hypot(beside, beyond);
          });
}

void dot(render::Image& image, PixelRect clip, PlotPoint at, double radius, Rgb8 colour) {
    const double reach = radius + 1;
    shade(
        image, clip, {at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, colour,
        [&](PlotPoint point) { return radius + 0.5 - std::hypot(point.x - at.x, point.y - at.y); });
}

}  // namespace mariani::app
