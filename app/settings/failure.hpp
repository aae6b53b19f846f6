// The barrier that turns exceptions into messages: around every panel, command, job and event.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace mariani::app {

// The exception being handled, in words that a user can act on. Only within a catch block; never
// throws, not even when out of memory.
std::string current_failure() noexcept;

// Runs an action; returns why it failed, nullopt if it did not. Any thread.
template <typename Action>
[[nodiscard]] std::optional<std::string> failure_of(Action&& action) noexcept {
    try {
        std::forward<Action>(action)();
    } catch (...) {
        return current_failure();
    }
    return std::nullopt;
}

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
