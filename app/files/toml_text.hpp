// TOML from any source.
#pragma once

#include "app/files/text_limits.hpp"

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace mariani::app {

// Throws std::invalid_argument if the text exceeds the limits, or with the damaged line and what is
// wrong with it.
toml::table parse_toml(std::string_view text, const TextLimits& limits);

// Ends with a newline. Throws std::bad_alloc.
std::string toml_text(const toml::table& table);

}  // namespace mariani::app
