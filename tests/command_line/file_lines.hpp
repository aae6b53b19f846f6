// A text file's lines.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace mariani::app {

inline std::vector<std::string> lines_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

}  // namespace mariani::app
