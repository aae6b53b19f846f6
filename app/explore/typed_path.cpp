#include "app/explore/typed_path.hpp"

#include "app/files/folders.hpp"

#include <system_error>

namespace mariani::app {

std::optional<std::filesystem::path> typed_path(const std::string& text) {
    std::filesystem::path path = text;
    if (text.starts_with("~/")) path = home_folder() / text.substr(2);
    std::error_code error;
    if (!path.is_absolute() || !std::filesystem::exists(path, error)) return std::nullopt;
    return path;
}

}  // namespace mariani::app
