// A picture that remembers how it was made: a PNG with its settings as text.
#pragma once

#include "app/settings.hpp"
#include "render/picture/png.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::app {

struct RestoredPicture {
    Settings settings;  // what made the picture, over those given
    ImageSize size;
    std::vector<std::string> notices;  // for the user: an embedded palette that was unpacked
};

// The texts of a picture for its PNG: the settings as asked for, and in words for people what was
// computed. A palette that is the user's own file is embedded with its colours. Throws
// std::runtime_error when that file cannot be read.
std::vector<render::PngText> picture_texts(const Settings& settings, ImageSize size,
                                           const FramePlan& computed);

// Reads them back, exactly; what a picture is not made from (folders, window) stays as in `base`.
// An embedded palette whose file is not on this machine, or differs, is unpacked into the user's
// data folder. Throws std::runtime_error: no such file, no PNG, damaged, or not made by mariani.
RestoredPicture read_picture(const std::filesystem::path& path, const Settings& base = {});

}  // namespace mariani::app
