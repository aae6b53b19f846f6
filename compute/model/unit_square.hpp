// Places in [0, 1), for input that moves: one source for host and device, the same bits on both.
#pragma once

#include "compute/model/host_device.hpp"

#include <cmath>

namespace mariani {

// The greatest float below 1.
inline constexpr float below_one = 0x1.FFFFFEp-1F;

MARIANI_HOST_DEVICE constexpr float into_square(float value) {
    return value < 0 ? 0 : value > below_one ? below_one : value;
}

// A straight way that the square's sides reflect.
MARIANI_HOST_DEVICE inline float reflected(float way) {
    const float twice = way - 2 * std::floor(way / 2);
    return into_square(twice < 1 ? twice : 2 - twice);
}

}  // namespace mariani
