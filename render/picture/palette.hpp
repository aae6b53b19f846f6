// A palette: colours in order, how to read one from a file, and all that are available.
#pragma once

#include "render/picture/image.hpp"

#include <filesystem>
#include <map>
#include <optional>
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

// All available palettes: those shipped in a folder and those loaded by the user.
class PaletteLibrary {
  public:
    // Reads every .map file of the folder. Throws std::runtime_error if one is bad or none exists.
    explicit PaletteLibrary(const std::filesystem::path& folder);

    // The palette with a built-in name, or from the path of a .map or .gpl file, which is read on
    // the first call; or of stops (palette_stops.hpp). The reference is valid as long as the
    // library, that of stops until the next call for others. Throws std::runtime_error.
    const Palette& get(const std::string& name);

    // What get() finds without reading a file: built-in names, the default first, then the paths.
    const std::vector<std::string>& names() const { return names_; }

  private:
    std::map<std::string, Palette> palettes_;
    std::vector<std::string> names_;
    std::optional<Palette> of_stops_;  // the last one
    std::string stops_text_;           // its stops
};

}  // namespace mariani::render
