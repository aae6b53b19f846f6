#include "app/explore/input_event.hpp"

namespace mariani::app {

bool interrupts(const InputEvent& event) {
    if (const auto* key = std::get_if<input::Key>(&event)) return key->pressed;
    if (const auto* button = std::get_if<input::MouseButton>(&event)) return button->pressed;
    return std::holds_alternative<input::Scroll>(event) ||
           std::holds_alternative<input::Drop>(event);
}

}  // namespace mariani::app
