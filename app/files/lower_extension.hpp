// How a file's name ends, by which what it holds is guessed.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

namespace mariani::app {

// In lower case, with the dot: ".png"; of ASCII letters only.
inline std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

}  // namespace mariani::app
