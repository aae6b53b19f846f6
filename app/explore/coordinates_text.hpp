// A view as text, for the clipboard: lossless, and as the command line takes it.
#pragma once

#include "compute/model/view.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// "--center RE,IM --height H"
std::string coordinates_text(const View& view);

// Reads that, and also "RE,IM,H", "RE,IM H" and "RE,IM", which leaves the height as it is in
// `current`. Nothing when it is something else, or not a view that may be.
std::optional<View> parse_coordinates(std::string_view text, const View& current);

}  // namespace mariani::app
