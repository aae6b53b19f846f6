// A palette: colours in order, and how to read one from a file.
#pragma once

#include "render/picture/rgb.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::render {

struct Palette {
    std::string name;
    std::vector<Rgb8> colours;              // at least one
    std::vector<std::string> notices = {};  // what of its file was changed: a sentence each
    std::string stops = {};  // that its colours run between (palette_stops.hpp); may be empty
    bool operator==(const Palette&) const = default;
};

// The colour at t in [0, 1], from the first colour to the last; linear in between.
Rgb8 colour_on_ramp(const Palette& palette, double t);

// Whether the palette, where it is repeated, runs back and forth, so that no edge shows: its two
// ends differ more than twice as much as any two neighbours (viridis, grey). Of others, the last
// colour leads back to the first.
bool repeats_mirrored(const Palette& palette);

// By its name's end: .map or .gpl.
bool is_palette_file(const std::filesystem::path& file);

// Reads a .map (Fractint: each line is "r g b" and a comment) or .gpl (GIMP) file, distinguished by
// the extension. Commas may separate the numbers, and lines that begin with #, ; or // are skipped.
// The name is the file's without folder and extension (for a .gpl, the name it states); the stops
// are those that a comment of a .gpl names, if they make its colours. Throws
// std::runtime_error naming the file, the line and what is expected there.
Palette read_palette(const std::filesystem::path& file);

}  // namespace mariani::render
