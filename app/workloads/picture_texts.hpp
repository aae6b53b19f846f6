// Texts that stand in a picture: in the window the interface writes them over it, in files they are
// part of it. Both lay them out by the same rules.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/picture/image.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// All lengths are in the picture's pixels.
struct PictureText {
    PixelRect room;
    std::string text;
    std::string
        shorter;  // stands for a text that is too wide; what is too wide as well is left out
    render::Rgb8 colour;
    float size = 0;         // of its letters
    bool centred = false;   // in the room; else it begins at the left edge
    bool in_lines = false;  // broken at blanks, as many lines as the room has place for
    bool operator==(const PictureText&) const = default;
};

// The room of an average text of so many letters, and of digits.
double usual_width(std::size_t letters, float size);

struct PlacedLine {
    double x = 0, y = 0;  // the upper left corner
    std::string text;
};
std::vector<PlacedLine> lines_of(const PictureText& text,
                                 const std::function<double(std::string_view)>& width_of);

// Into a picture that is to be a file. Throws what Lettering throws.
void write_texts(render::Image& image, std::span<const PictureText> texts);

}  // namespace mariani::app
