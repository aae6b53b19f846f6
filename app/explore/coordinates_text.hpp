// A view as text for the clipboard: lossless, and in the form that the command line takes.
#pragma once

#include "compute/model/view.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// "--center RE,IM --height H", and "--julia RE,IM" if it is of a Julia set
std::string coordinates_text(const View& view);

// Reads that, and also "RE,IM,H", "RE,IM H" and "RE,IM", which keep the set of `current`, the last
// one its height too.
// nullopt if it is anything else, or not an allowed view.
std::optional<View> parse_coordinates(std::string_view text, const View& current);

}  // namespace mariani::app
