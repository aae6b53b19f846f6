#include "app/explore/view_navigation.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <glm/geometric.hpp>

namespace mariani::app {
namespace {

using render::extent_of;

constexpr double min_drag = 4;       // pixels
constexpr double usual_rows = 1024;  // of a picture

PlanePoint point_at(const View& view, ImageSize picture, PixelPoint at) {
    return mariani::point_at(view, picture, at.x, at.y);
}

// `point`, moved by a displacement in the picture.
PlanePoint displaced(const PlanePoint& point, const View& view, ImageSize picture,
                     glm::dvec2 pixels) {
    const Length apart = pitch(view, picture);
    return render::displaced(point, render::from_heights(render::flip_y * pixels, apart), apart);
}

double greater(glm::dvec2 pair) {
    return std::max(pair.x, pair.y);
}

std::optional<View> if_distinct(const View& from, const View& to, ImageSize picture) {
    const bool zooms_in = to.height < from.height;
    if (zooms_in && too_deep(to, picture)) return std::nullopt;
    return to;
}

void shift(const PartView& view, double x, double y) {
    view.x = std::clamp(view.x + x, 0.0, 1.0);
    view.y = std::clamp(view.y + y, 0.0, 1.0);
}

// What is under the point stays there.
void zoom(const PartView& view, ImageSize picture, const PixelPoint& at, double factor) {
    const double before = view.height;
    view.height = std::clamp(before * factor, view.least_height, view.most_height);
    const double less = (before - view.height) / picture.height;  // of a pixel
    shift(view, (at.x - 0.5 * picture.width) * less, (0.5 * picture.height - at.y) * less);
}

}  // namespace

View home_view(ImageSize picture, const std::optional<PlanePoint>& julia) {
    const PlanePoint centre{-0.75, 0.0};  // the set spans re -2 to 0.48 and im -1.13 to 1.13
    constexpr Length width = 2.72, height = 2.48;  // with a margin
    const auto fitted = [&](Length wide, Length high) {
        return std::max(high, wide * picture.height / std::max(picture.width, 1));
    };
    if (julia) return {{0, 0}, fitted(suited::height_of_julia, suited::height_of_julia), julia};
    return {centre, fitted(width, height)};
}

View clamped(const View& view) {
    constexpr double limit = limits::max_coordinate;
    View nearest =
        moved(view, {clamp(view.centre.re, -limit, limit), clamp(view.centre.im, -limit, limit)},
              std::clamp<Length>(view.height, limits::min_height, limits::max_height));
    if (!view.julia) return nearest;
    glm::dvec2 c = render::in_heights(render::displacement({0, 0}, *view.julia), 1);
    const double modulus = glm::length(c);
    if (modulus <= limits::julia_modulus) return nearest;
    c *= limits::julia_modulus * (1 - 1e-15) / modulus;
    nearest.julia = {c.x, c.y};
    return nearest;
}

std::optional<View> zoomed(const View& view, ImageSize picture, const PlanePoint& fixed,
                           PixelPoint at, double factor) {
    View result = clamped(moved(view, view.centre, view.height * factor));
    result.centre = displaced(fixed, result, picture, 0.5 * extent_of(picture) - at);
    return if_distinct(view, clamped(result), picture);
}

std::optional<View> zoomed_at(const View& view, ImageSize picture, PixelPoint at, double factor) {
    return zoomed(view, picture, point_at(view, picture, at), at, factor);
}

View panned(const View& view, ImageSize picture, PixelPoint from, PixelPoint to) {
    return clamped(moved(view, displaced(view.centre, view, picture, from - to), view.height));
}

View shifted(const View& view, double right, double up) {
    const auto by = render::from_heights({right, up}, view.height);
    const Length apart = view.height / usual_rows;
    return clamped(moved(view, render::displaced(view.centre, by, apart), view.height));
}

bool is_click(PixelPoint pressed, PixelPoint released) {
    return greater(glm::abs(released - pressed)) < min_drag;
}

std::optional<View> zoomed_to_box(const View& view, ImageSize picture, PixelPoint corner,
                                  PixelPoint opposite) {
    const double scale = greater(glm::abs(opposite - corner) / extent_of(picture));
    const PlanePoint centre = point_at(view, picture, 0.5 * (corner + opposite));
    return if_distinct(view, clamped(moved(view, centre, view.height * scale)), picture);
}

std::optional<View> centred_and_zoomed(const View& view, ImageSize picture, PixelPoint at) {
    const PlanePoint centre = point_at(view, picture, at);
    return if_distinct(view, clamped(moved(view, centre, view.height * 0.5)), picture);
}

PixelPoint pixel_of(const View& view, ImageSize picture, const PlanePoint& point) {
    const glm::dvec2 pixels =
        render::in_heights(render::displacement(view.centre, point), pitch(view, picture));
    return 0.5 * extent_of(picture) + render::flip_y * pixels;
}

PartPoint point_under(const PartView& view, ImageSize picture, const PixelPoint& at) {
    const double pixel = view.height / picture.height;
    return {view.x + (at.x - 0.5 * picture.width) * pixel,
            view.y + (0.5 * picture.height - at.y) * pixel};
}

void PartNavigation::act_on(const PartView& view, ImageSize picture, const InputEvent& event,
                            const std::optional<PixelPoint>& mouse) {
    constexpr double notch = 0.75;  // of the visible height
    if (const auto* scroll = std::get_if<input::Scroll>(&event); scroll && mouse)
        return zoom(view, picture, *mouse, std::pow(notch, scroll->y));
    if (const auto* button = std::get_if<input::MouseButton>(&event);
        button && button->button == Button::left) {
        dragged_ = button->pressed ? mouse : std::nullopt;
    } else if (std::holds_alternative<input::MouseMove>(event) && dragged_) {
        if (mouse) {
            const double pixel = view.height / picture.height;
            shift(view, (dragged_->x - mouse->x) * pixel, (mouse->y - dragged_->y) * pixel);
        }
        dragged_ = mouse;
    }
}

bool PartNavigation::take(const PartView& view, ImageSize picture, const Command& command) const {
    if (is(command, Action::home_view)) {
        view.x = view.y = 0.5;
        view.height = 1;
    } else if (const auto* by = std::get_if<command::ZoomBy>(&command)) {
        zoom(view, picture, {0.5 * picture.width, 0.5 * picture.height}, by->factor);
    } else if (const auto* pan = std::get_if<command::PanBy>(&command)) {
        shift(view, pan->x * view.height, pan->y * view.height);
    } else {
        return false;
    }
    return true;
}

}  // namespace mariani::app
