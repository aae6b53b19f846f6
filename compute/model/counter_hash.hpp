// Random numbers for a workload's input: a hash of a seed and an index, so that an element's value
// depends on nothing else, and is the same on every backend.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani {

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection on 64 bits, 0 to 0.
MARIANI_HOST_DEVICE constexpr std::uint64_t mix64(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

// 64 independent bits for each index of each seed: SplitMix64's sequence from mix64(seed).
MARIANI_HOST_DEVICE constexpr std::uint64_t counter_hash(std::uint64_t seed, std::uint64_t index) {
    return mix64(mix64(seed) + (index + 1) * 0x9E3779B97F4A7C15);
}

// From [0, 1): a multiple of 2^-24, so exact in float.
MARIANI_HOST_DEVICE constexpr float unit_float(std::uint64_t bits) {
    return static_cast<float>(bits >> 40) * 0x1p-24F;
}

}  // namespace mariani
