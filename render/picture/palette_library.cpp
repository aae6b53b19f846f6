#include "render/picture/palette_library.hpp"

#include "render/picture/colouring.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::render {

PaletteLibrary::PaletteLibrary(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".map") continue;
        Palette palette = read_palette(entry.path());
        names_.push_back(palette.name);
        palettes_.emplace(palette.name, std::move(palette));
    }
    if (names_.empty())
        throw std::runtime_error(
            fmt::format("cannot find palettes (.map files) in {}: is mariani's assets folder "
                        "complete?",
                        folder.string()));
    const std::string first = Colouring{}.palette;
    std::sort(names_.begin(), names_.end(), [&](const std::string& a, const std::string& b) {
        return (a != first) != (b != first) ? a == first : a < b;
    });
}

const Palette& PaletteLibrary::get(const std::string& name) {
    if (const auto found = palettes_.find(name); found != palettes_.end()) return found->second;
    if (names_stops(name)) {
        if (stops_text_ != name) of_stops_ = palette_of_stops(parse_stops(name));
        stops_text_ = name;
        return *of_stops_;
    }
    const std::filesystem::path path(name);
    if (!path.has_extension()) {
        std::string known;
        for (const auto& each : names_) known += (known.empty() ? "" : ", ") + each;
        throw std::runtime_error(fmt::format(
            "there is no palette {}: it must be one of {}, or a .map or .gpl file", name, known));
    }
    Palette palette = read_palette(path);
    names_.push_back(name);
    return palettes_.emplace(name, std::move(palette)).first->second;
}

}  // namespace mariani::render
