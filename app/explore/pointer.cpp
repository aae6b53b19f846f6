#include "app/explore/pointer.hpp"

#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace mariani::app {
namespace {

constexpr double double_click = 0.35;  // s

// From screen coordinates to the picture's pixels.
PixelPoint in_picture(glm::dvec2 screen, const Pointer::Target& target) {
    return screen * target.ratio - glm::dvec2(target.left, 0);
}

}  // namespace

std::optional<PixelPoint> Pointer::at(const Target& target) const {
    if (!screen_) return std::nullopt;
    const PixelPoint point = in_picture(*screen_, target);
    if (!render::contains(target.picture, point)) return std::nullopt;
    return point;
}

std::optional<std::array<PixelPoint, 2>> Pointer::box() const {
    if (gesture_ != Gesture::box && gesture_ != Gesture::search) return std::nullopt;
    return std::array{pressed_, last_};
}

void Pointer::handle(const InputEvent& event, const Target& target, double now) {
    if (const auto* to = std::get_if<input::MouseMove>(&event)) {
        screen_.reset();
        if (to->x == input::MouseMove::outside) return;
        screen_ = {to->x, to->y};
        move(in_picture(*screen_, target), target);
    } else if (const auto* button = std::get_if<input::MouseButton>(&event)) {
        if (!button->pressed && button->button == button_)
            release(target);
        else if (button->pressed && gesture_ == Gesture::none && !target.captured)
            press(*button, target, now);
    } else if (const auto* scroll = std::get_if<input::Scroll>(&event)) {
        const auto point = at(target);
        if (point && !target.captured && scroll->y != 0)
            target.navigator.wheel(target.view, target.picture, *point, scroll->y);
    } else if (const auto* key = std::get_if<input::Key>(&event)) {
        if (key->key == key::escape && key->pressed && gesture_ != Gesture::pan)
            gesture_ = Gesture::none;
    }
}

void Pointer::move(PixelPoint to, const Target& target) {
    if (gesture_ == Gesture::pan) target.navigator.drag(target.view, target.picture, last_, to);
    last_ = to;
}

void Pointer::press(const input::MouseButton& button, const Target& target, double now) {
    const auto point = at(target);
    if (!point) return;
    button_ = button.button;
    if (button.button == Button::right) {
        last_ = *point;
        return begin_glide(button, now);
    }
    const bool again = now - pressed_at_ < double_click && is_click(pressed_, *point);
    pressed_ = last_ = *point;
    pressed_at_ = again ? -1e9 : now;
    if (again) {
        target.navigator.centre_and_zoom(target.view, target.picture, *point);
        return;
    }
    const auto with = [&](Modifiers modifiers) {
        return button.button == Button::left && (button.modifiers & modifiers);
    };
    gesture_ = target.searches && with(modifier::control) ? Gesture::search
               : with(modifier::shift)                    ? Gesture::box
                                                          : Gesture::pan;
}

void Pointer::begin_glide(const input::MouseButton& button, double now) {
    gesture_ = button.modifiers & modifier::shift ? Gesture::glide_out : Gesture::glide_in;
    glide_began_ = glided_until_ = now;
}

void Pointer::advance(const Target& target, double now) {
    if (!gliding()) return;
    constexpr double longest_step = 0.1;  // s: a stopped program does not jump
    const double step = std::min(now - std::exchange(glided_until_, now), longest_step);
    const double octaves = glide_speed * step * std::min((now - glide_began_) / glide_start, 1.0);
    const double factor = std::exp2(gesture_ == Gesture::glide_in ? -octaves : octaves);
    if (!target.navigator.glide(target.view, target.picture, last_, factor)) release(target);
}

void Pointer::release(const Target& target) {
    const Gesture ended = std::exchange(gesture_, Gesture::none);
    if (ended == Gesture::box)
        target.navigator.zoom_to_box(target.view, target.picture, pressed_, last_);
    if (ended == Gesture::search && !is_click(pressed_, last_))
        searched_ = zoomed_to_box(target.navigator.shown(), target.picture, pressed_, last_);
}

}  // namespace mariani::app
