#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace mariani::app {

// What std::invalid_argument the action throws says, if it does.
template <typename Action>
std::optional<std::string> refusal_of(const Action& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

}  // namespace mariani::app
