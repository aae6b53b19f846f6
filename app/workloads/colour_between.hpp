// A colour on the way from one to another.
#pragma once

#include "render/picture/image.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::app {

// t: from 0 to 1.
inline render::Rgb8 between(render::Rgb8 from, render::Rgb8 to, double t) {
    const auto mix = [t](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + t * (b - a)));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

}  // namespace mariani::app
