// Counts in sentences.
#pragma once

#include <cstdint>
#include <string>

namespace mariani::app {

// "1,048,576"
inline std::string in_thousands(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (auto at = std::ssize(digits) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

}  // namespace mariani::app
