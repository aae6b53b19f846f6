// The user's folders according to the XDG base directory specification, created if missing.
#pragma once

#include <filesystem>

namespace mariani::app {

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

}  // namespace mariani::app
