// A palette: colours in order, and how to read one from a file.
#pragma once

#include "render/picture/rgb.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::render {

struct Palette {
    std::string name;
    std::vector<Rgb8> colours;  // at least one
    bool operator==(const Palette&) const = default;
};

// The colour at t, [0, 1], from the first colour to the last; linear in between.
Rgb8 colour_on_ramp(const Palette& palette, double t);

// The colour at t, turns, where the palette repeats: the last colour leads back to the first. A
// palette whose two ends differ more than twice as much as any two neighbours (viridis, grey) runs
// forth and back, so that no edge shows.
Rgb8 colour_on_ring(const Palette& palette, double t);
bool runs_forth_and_back(const Palette& palette);

// The same where runs_forth_and_back(), which looks at every colour, was asked beforehand.
Rgb8 colour_on_ring(const Palette& palette, bool forth_and_back, double t);

// Reads a .map (Fractint: a line is "r g b", the rest of it a comment) or .gpl (GIMP) file, told
// apart by the extension. The name is that of the file less folder and extension (of a .gpl, the
// name it states). Throws std::runtime_error naming file, line and what is expected there.
Palette read_palette(const std::filesystem::path& file);

}  // namespace mariani::render
