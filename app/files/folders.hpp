// Where files are: the program's own data, in the folders shaders/ and assets/, and the user's
// folders according to the XDG base directory specification, created if missing. And how
// a file's name ends, by which what it holds is guessed.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Where data is searched, in this order: $MARIANI_DATA; where it is installed with the program
// (share/mariani next to its bin folder); the source tree it was built from.
std::vector<std::filesystem::path> data_roots();

// The path of a data file or folder such as "shaders/picture.frag" or "assets/views". Throws a
// std::runtime_error that names every place searched.
std::filesystem::path data_file(std::string_view relative);

// The folder, created if it is missing. Throws std::runtime_error: why it cannot be.
std::filesystem::path made_folder(const std::filesystem::path& folder);

std::filesystem::path home_folder();  // throws std::runtime_error if there is none

// Each throws std::runtime_error if the folder cannot be created.
std::filesystem::path config_folder();    // $XDG_CONFIG_HOME/mariani, else ~/.config/mariani
std::filesystem::path data_folder();      // $XDG_DATA_HOME/mariani, else ~/.local/share/mariani
std::filesystem::path cache_folder();     // $XDG_CACHE_HOME/mariani, else ~/.cache/mariani
std::filesystem::path pictures_folder();  // from user-dirs.dirs, else ~/Pictures

// The same without creating anything: where they would be.
struct UserFolders {
    std::filesystem::path config, data, pictures;
};
UserFolders user_folders();

// In lower case; of ASCII letters only.
inline std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

// With the dot: ".png".
inline std::string lower_extension(const std::filesystem::path& path) {
    return lowered(path.extension().string());
}

}  // namespace mariani::app
