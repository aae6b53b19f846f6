// Numbers for a workload's input, random and in [0, 1): one source for host and device, with the
// same bits on both.
#pragma once

#include "compute/model/host_device.hpp"

#include <cmath>
#include <cstdint>

namespace mariani {

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection on 64 bits, 0 to 0.
MARIANI_HOST_DEVICE constexpr std::uint64_t mix64(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

// 64 independent bits for each index of each seed, so that an element's value depends on nothing
// else: SplitMix64's sequence from mix64(seed).
MARIANI_HOST_DEVICE constexpr std::uint64_t counter_hash(std::uint64_t seed, std::uint64_t index) {
    return mix64(mix64(seed) + (index + 1) * 0x9E3779B97F4A7C15);
}

// From [0, 1): a multiple of 2^-24, so exact in float.
MARIANI_HOST_DEVICE constexpr float unit_float(std::uint64_t bits) {
    return static_cast<float>(bits >> 40) * 0x1p-24F;
}

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
