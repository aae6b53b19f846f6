// What the window remembers: settings.toml in the user's configuration folder. Of two windows the
// last one to save replaces all of them.
#pragma once

#include "app/settings.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::app {

struct LoadedSettings {
    Settings settings;                  // the defaults where nothing could be read
    std::vector<std::string> messages;  // for the user: what went wrong and what was done about it
};

// Never throws: a damaged file is kept aside under another name and told.
LoadedSettings load_settings();

// Throws std::runtime_error when the file cannot be written.
void save_settings(const Settings& settings);

std::filesystem::path settings_path();  // of the file, which may not be there

}  // namespace mariani::app
