#include "app/files/folders.hpp"

#include "render/files/regular_file.hpp"

#include <cstdlib>
#include <optional>
#include <pwd.h>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {

namespace fs = std::filesystem;
namespace {

// The specification requires relative paths to be ignored.
std::optional<fs::path> absolute_variable(const char* name) {
    const char* set = std::getenv(name);
    if (set == nullptr || *set != '/') return std::nullopt;
    return fs::path(set);
}

fs::path config_home() {
    if (auto set = absolute_variable("XDG_CONFIG_HOME")) return *set;
    return home_folder() / ".config";
}

fs::path data_home() {
    if (auto set = absolute_variable("XDG_DATA_HOME")) return *set;
    return home_folder() / ".local" / "share";
}

fs::path cache_home() {
    if (auto set = absolute_variable("XDG_CACHE_HOME")) return *set;
    return home_folder() / ".cache";
}

// Empty if the desktop has written none: then the defaults apply.
std::string user_dirs() {
    constexpr std::int64_t max_bytes = 64 << 10;
    try {
        return render::read_whole_file(config_home() / "user-dirs.dirs", max_bytes);
    } catch (const std::runtime_error&) {
        return {};
    }
}

// user-dirs.dirs has lines such as XDG_PICTURES_DIR="$HOME/Pictures".
fs::path pictures() {
    if (auto set = absolute_variable("XDG_PICTURES_DIR")) return *set;
    constexpr std::string_view key = "XDG_PICTURES_DIR=\"";
    std::istringstream lines(user_dirs());
    lines.exceptions(std::ios::badbit);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(key) || line.size() <= key.size() || line.back() != '"') continue;
        const std::string value = line.substr(key.size(), line.size() - key.size() - 1);
        if (value.starts_with("$HOME/")) return home_folder() / value.substr(6);
        if (value.starts_with('/')) return value;
    }
    return home_folder() / "Pictures";
}

}  // namespace

fs::path home_folder() {
    if (const char* set = std::getenv("HOME"); set != nullptr && *set == '/') return set;
    if (const passwd* user = getpwuid(getuid()); user != nullptr && user->pw_dir != nullptr)
        return user->pw_dir;
    throw std::runtime_error("there is no home folder: set HOME");
}

fs::path made_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    std::error_code unseen;
    if (fs::is_directory(folder, unseen)) return folder;
    throw std::runtime_error(fmt::format("cannot make the folder {}: {}", folder.string(),
                                         error ? error.message() : "something else has this name"));
}

std::vector<fs::path> data_roots() {
    std::vector<fs::path> roots;
    if (const char* set = std::getenv("MARIANI_DATA"); set != nullptr && *set != '\0')
        roots.emplace_back(set);
    std::error_code error;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error)
        roots.push_back((program.parent_path() / MARIANI_DATA_FOLDER).lexically_normal());
    roots.emplace_back(MARIANI_SOURCE_FOLDER);
    return roots;
}

fs::path data_file(std::string_view relative) {
    std::string searched;
    for (const auto& root : data_roots()) {
        std::error_code error;
        if (auto path = root / relative; fs::exists(path, error)) return path;
        searched += (searched.empty() ? "" : ", ") + root.string();
    }
    throw std::runtime_error(
        fmt::format("the program's file {} is missing; searched in {}. Set MARIANI_DATA to the "
                    "folder that holds shaders and assets",
                    relative, searched));
}

UserFolders user_folders() {
    return {config_home() / "mariani", data_home() / "mariani", pictures()};
}

fs::path config_folder() {
    return made_folder(config_home() / "mariani");
}

fs::path data_folder() {
    return made_folder(data_home() / "mariani");
}

fs::path cache_folder() {
    return made_folder(cache_home() / "mariani");
}

fs::path pictures_folder() {
    return made_folder(pictures());
}

}  // namespace mariani::app
