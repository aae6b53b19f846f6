// Numbers in sentences and files.
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

// The number with the fewest digits that is this float: 0.05, not 0.05000000074505806.
double as_typed(float value);

}  // namespace mariani::app
