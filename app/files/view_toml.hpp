// A view with its dwell limit as a TOML table, in bookmarks and among the recent views:
//   center = "-0.5,0", height = "2", dwell = 512; of a Julia set also julia = "-0.8,0.156", its c
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>

#include <toml++/toml.h>

namespace mariani::app {

toml::table view_table(const View& view, std::uint32_t dwell_limit);

// Both throw std::invalid_argument: which field, and what it must be. Other fields are not looked
// at; a missing dwell limit is 512.
View view_from(const toml::table& table);
std::uint32_t dwell_limit_from(const toml::table& table);

}  // namespace mariani::app
