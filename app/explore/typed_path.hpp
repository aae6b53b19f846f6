// Files by what somebody types.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace mariani::app {

// The file or folder that this is the path of, absolute or from ~/ on; none if it is not there.
std::optional<std::filesystem::path> typed_path(const std::string& text);

}  // namespace mariani::app
