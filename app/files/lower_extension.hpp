// How a file's name ends, by which what it holds is guessed.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

namespace mariani::app {

// In lower case; of ASCII letters only.
inline std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

// With the dot: ".png".
inline std::string lower_extension(const std::filesystem::path& path) {
    return lowered(path.extension().string());
}

}  // namespace mariani::app
