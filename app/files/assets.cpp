#include "app/files/assets.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;

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

}  // namespace mariani::app
