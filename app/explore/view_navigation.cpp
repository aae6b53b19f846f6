#include "app/explore/view_navigation.hpp"

#include "compute/model/limits.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

constexpr double least_drag = 4;  // pixels

std::optional<View> if_distinct(const View& from, const View& to, ImageSize picture) {
    const bool zooms_in = to.height < from.height;
    if (zooms_in && double_exhausted(to, picture)) return std::nullopt;
    return to;
}

}  // namespace

View clamped(const View& view) {
    const auto coordinate = [](double value) {
        return std::clamp(value, -limits::most_coordinate, limits::most_coordinate);
    };
    return {{coordinate(view.centre.re), coordinate(view.centre.im)},
            std::clamp(view.height, limits::least_height, limits::most_height)};
}

std::optional<View> zoomed(const View& view, ImageSize picture, PlanePoint fixed, PixelPoint at,
                           double factor) {
    View result = clamped({view.centre, view.height * factor});
    const double step = pitch(result, picture);
    result.centre = {fixed.re - (at.x - 0.5 * picture.width) * step,
                     fixed.im + (at.y - 0.5 * picture.height) * step};
    return if_distinct(view, clamped(result), picture);
}

std::optional<View> zoomed_at(const View& view, ImageSize picture, PixelPoint at, double factor) {
    return zoomed(view, picture, point_at(view, picture, at.x, at.y), at, factor);
}

View panned(const View& view, ImageSize picture, PixelPoint from, PixelPoint to) {
    const double step = pitch(view, picture);
    return clamped(
        {{view.centre.re - (to.x - from.x) * step, view.centre.im + (to.y - from.y) * step},
         view.height});
}

View shifted(const View& view, double right, double up) {
    return clamped(
        {{view.centre.re + right * view.height, view.centre.im + up * view.height}, view.height});
}

bool is_click(PixelPoint pressed, PixelPoint released) {
    return std::max(std::abs(released.x - pressed.x), std::abs(released.y - pressed.y)) <
           least_drag;
}

std::optional<View> zoomed_to_box(const View& view, ImageSize picture, PixelPoint corner,
                                  PixelPoint opposite) {
    const double width = std::abs(opposite.x - corner.x);
    const double height = std::abs(opposite.y - corner.y);
    const double scale = std::max(width / picture.width, height / picture.height);
    const PlanePoint centre =
        point_at(view, picture, 0.5 * (corner.x + opposite.x), 0.5 * (corner.y + opposite.y));
    return if_distinct(view, clamped({centre, view.height * scale}), picture);
}

std::optional<View> centred_and_zoomed(const View& view, ImageSize picture, PixelPoint at) {
    const PlanePoint centre = point_at(view, picture, at.x, at.y);
    return if_distinct(view, clamped({centre, 0.5 * view.height}), picture);
}

PixelPoint pixel_of(const View& view, ImageSize picture, PlanePoint point) {
    const double step = pitch(view, picture);
    return {0.5 * picture.width + (point.re - view.centre.re) / step,
            0.5 * picture.height - (point.im - view.centre.im) / step};
}

}  // namespace mariani::app
