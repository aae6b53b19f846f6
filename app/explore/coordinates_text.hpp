// A view as text for the clipboard: lossless, and in the form that the command line takes.
#pragma once

#include "compute/model/view.hpp"

#include <string>
#include <string_view>

namespace mariani::app {

// "--center RE,IM --height H", and "--julia RE,IM" if it is of a Julia set
std::string coordinates_text(const View& view);

// Reads that, and what other programs and people write:
// - "RE,IM,H", "RE,IM H", "RE,IM" and "RE + IMi", which keep the set of `current`, and without a
//   height its height too;
// - names and values, as "Re: RE Im: IM Zoom: Z" or real = "RE" of files. The numbers are taken as
//   they are written, wherever that program's imaginary axis points.
// Throws std::invalid_argument: why it is anything else, or not an allowed view.
View parse_coordinates(std::string_view text, const View& current);

}  // namespace mariani::app
