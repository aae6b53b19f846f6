// TOML as users write it.
#pragma once

#include <stdexcept>
#include <string_view>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace mariani::app {

// Throws std::invalid_argument with the line that is damaged, and how.
inline toml::table parse_toml(std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(
            fmt::format("line {}: {}", error.source().begin.line, error.description()));
    }
}

}  // namespace mariani::app
