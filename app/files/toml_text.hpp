// TOML from any source, and views in it.
#pragma once

#include "app/files/text_limits.hpp"
#include "compute/model/view.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace mariani::app {

// Throws std::invalid_argument if the text exceeds the limits, or with the damaged line and what is
// wrong with it.
toml::table parse_toml(std::string_view text, const TextLimits& limits);

// Ends with a newline. Throws std::bad_alloc.
std::string toml_text(const toml::table& table);

// A view with its dwell limit as a TOML table, in bookmarks and among the recent views:
//   center = "-0.5,0", height = "2", dwell = 512; of a Julia set also julia = "-0.8,0.156", its c
toml::table view_table(const View& view, std::uint32_t dwell_limit);

// Both throw std::invalid_argument: which field, and what it must be. Other fields are not looked
// at; a missing dwell limit is 512.
View view_from(const toml::table& table);
std::uint32_t dwell_limit_from(const toml::table& table);

}  // namespace mariani::app
