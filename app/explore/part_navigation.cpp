#include "app/explore/part_navigation.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace mariani::app {
namespace {

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
