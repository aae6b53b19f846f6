// A table without the blanks that align it.
#pragma once

#include <sstream>
#include <string>

namespace mariani::app {

// Each line with one blank between its words.
inline std::string squeezed(const std::string& text) {
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string joined;
        for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
        result += joined + '\n';
    }
    return result;
}

}  // namespace mariani::app
