// Points with so many digits that a double holds a small part of them.
#pragma once

#include "compute/model/text.hpp"

#include <random>
#include <string>

namespace mariani {

// Digits without a pattern, the last of them not 0.
inline std::string many_digits(std::size_t count, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::string text;
    while (text.size() < count) text += static_cast<char>('0' + random() % 10);
    text.back() = static_cast<char>('1' + random() % 9);
    return text;
}

// A view of so small a height, around a point with the digits that it needs.
inline View deep_view(int decades) {
    const auto count = static_cast<std::size_t>(decades) + 6;
    const auto centre =
        parse_point("-0.7" + many_digits(count, 1) + ",0.1" + many_digits(count, 2));
    return {centre.value(), parse_length("2.5e-" + std::to_string(decades)).value()};
}

}  // namespace mariani
