// The user's folders by the XDG base directory specification, made when they are missing.
#pragma once

#include <filesystem>

namespace mariani::app {

// Each throws std::runtime_error when the folder cannot be made.
std::filesystem::path config_folder();    // $XDG_CONFIG_HOME/mariani, else ~/.config/mariani
std::filesystem::path data_folder();      // $XDG_DATA_HOME/mariani, else ~/.local/share/mariani
std::filesystem::path cache_folder();     // $XDG_CACHE_HOME/mariani, else ~/.cache/mariani
std::filesystem::path pictures_folder();  // as user-dirs.dirs says, else ~/Pictures

// The same without making anything: where they would be.
struct UserFolders {
    std::filesystem::path config, data, pictures;
};
UserFolders user_folders();

}  // namespace mariani::app
