// A picture that remembers how it was made: a PNG with its settings as text.
#pragma once

#include "app/settings.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

struct RestoredPicture {
    Settings settings;  // all of what made the picture
    ImageSize size;
    std::vector<std::string> notices;  // for the user: an embedded palette that was unpacked
};

// The text entries of a picture: keyword and UTF-8 text, Latin-1 keywords of at most 79 bytes.
// A palette that is the user's own file is embedded with its colours. Throws std::runtime_error
// when that file cannot be read.
std::vector<std::pair<std::string, std::string>> picture_texts(const Settings& settings,
                                                               ImageSize size);

// Reads them back, exactly. An embedded palette whose file is not on this machine, or differs, is
// unpacked into the user's data folder. Throws std::runtime_error: no such file, no PNG, damaged,
// or a PNG that mariani did not write.
RestoredPicture read_picture(const std::filesystem::path& path);

}  // namespace mariani::app
