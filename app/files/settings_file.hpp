// What the window remembers: settings.toml in the user's configuration folder. If two windows save
// it, the last one wins entirely.
#pragma once

#include "app/settings/settings.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::app {

struct LoadedSettings {
    Settings settings;                  // the defaults if nothing could be read
    std::vector<std::string> messages;  // for the user: what went wrong and what was done about it
    bool saved = true;                  // false: nothing was ever saved
};

// Never throws: a damaged file is kept aside under another name and reported.
LoadedSettings load_settings(const Settings& defaults = {});

// Throws std::runtime_error if the file cannot be written.
void save_settings(const Settings& settings);

std::filesystem::path settings_path();  // of the file, which may not exist

}  // namespace mariani::app
