#include "app/files/settings_file.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/settings_text.hpp"

#include <exception>
#include <stdexcept>
#include <system_error>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::int64_t max_settings_bytes = 1 << 20;

LoadedSettings damaged(const std::filesystem::path& path, std::string_view why,
                       const Settings& defaults) {
    const auto aside = move_aside(path);
    return {defaults,
            {fmt::format("The saved settings could not be used: {}. The defaults are in use; the "
                         "file is kept as {}.",
                         why, aside.string())},
            true};
}

}  // namespace

std::filesystem::path settings_path() {
    return user_folders().config / "settings.toml";
}

LoadedSettings load_settings(const Settings& defaults) {
    try {
        const auto path = settings_path();
        std::error_code error;
        if (!std::filesystem::exists(path, error)) return {defaults, {}, false};
        try {
            return {
                settings_from_toml(read_own_file(path, max_settings_bytes), defaults), {}, true};
        } catch (const std::invalid_argument& why) {
            return damaged(path, why.what(), defaults);
        }
    } catch (const std::exception& why) {
        return {
            defaults, {fmt::format("The saved settings could not be read: {}.", why.what())}, true};
    }
}

void save_settings(const Settings& settings) {
    write_whole_file(config_folder() / "settings.toml", settings_to_toml(settings));
}

}  // namespace mariani::app
