// A pixel's dwell and fraction (Frame::fractions) as one whole number, which a poster with smooth
// colours stores. A 1024th of it is the smooth dwell, to 1/200; its last two bits say how far the
// whole part of that lies above the dwell, -1 to 2. shaders/tiles.glsl takes it apart likewise.
#pragma once

#include "compute/model/growing_frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mariani {

struct DwellAndFraction {
    std::uint32_t dwell = 0;
    float fraction = 0;
    bool operator==(const DwellAndFraction&) const = default;
};

inline constexpr std::uint32_t smooth_unit = 1024;            // of a smooth value: one dwell
inline constexpr std::uint32_t max_smooth_limit = 4'000'000;  // of dwells, so that 32 bits suffice

// The inside has the dwell limit times smooth_unit, and an unknown dwell stays what it is. Where a
// fraction is 3 or more, next to c = -2, or below -1, as some Julia sets have it, the sum is kept
// and the dwell is not.
inline std::uint32_t to_smooth_value(DwellAndFraction pixel, std::uint32_t dwell_limit) {
    const auto [dwell, fraction] = pixel;
    if (dwell == unknown_dwell) return unknown_dwell;
    if (dwell >= dwell_limit) return dwell_limit * smooth_unit;
    const double sum = dwell + (std::isfinite(fraction) ? double{fraction} : 0.0);
    const double most = 256.0 * (dwell_limit + 2) - 1;  // a dwell below the limit
    const auto parts =
        static_cast<std::uint32_t>(std::clamp(std::floor(256 * sum + 0.5), 0.0, most));
    const auto above = static_cast<std::int32_t>(parts / 256) - static_cast<std::int32_t>(dwell);
    return parts << 2 | (static_cast<std::uint32_t>(std::clamp(above, -1, 2)) & 3);
}

inline DwellAndFraction from_smooth_value(std::uint32_t value) {
    if (value == unknown_dwell) return {unknown_dwell, 0};
    const auto parts = static_cast<std::int32_t>(value >> 2);
    const std::int32_t above = (value & 3) == 3 ? -1 : static_cast<std::int32_t>(value & 3);
    const std::int32_t dwell = parts / 256 - above;
    return {static_cast<std::uint32_t>(dwell), static_cast<float>(parts - 256 * dwell) / 256};
}

}  // namespace mariani
