// All available palettes: those shipped in a folder and those loaded by the user.
#pragma once

#include "render/picture/palette.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mariani::render {

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
