// ICC profiles: which colours the numbers of a picture stand for, for files that printers read.
#pragma once

#include "render/picture/image.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mariani::app {

class ColourProfile {
  public:
    // That of all pictures here: converts nothing. Always the same bytes.
    static ColourProfile srgb();
    // The profile in a file (.icc, .icm) that describes an RGB device or space. Throws
    // std::runtime_error: which file, why, and what to ask the printer for.
    static ColourProfile of_file(const std::filesystem::path& path);

    const std::string& name() const { return name_; }
    std::span<const std::byte> bytes() const { return bytes_; }
    bool is_srgb() const { return !conversion_; }

    // Colours in sRGB become the nearest of the profile's: relative colorimetric, with black point
    // compensation. Safe on any thread.
    void convert(render::Image& image) const;

  private:
    ColourProfile() = default;

    std::string name_;
    std::vector<std::byte> bytes_;
    std::shared_ptr<void> conversion_;  // of the library
};

}  // namespace mariani::app
