// A colour as shown: sRGB, one byte per channel.
#pragma once

#include <cstdint>

namespace mariani::render {

struct Rgb8 {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    bool operator==(const Rgb8&) const = default;
};

}  // namespace mariani::render
