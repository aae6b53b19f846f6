// A region of the subdivision, as computed.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstdint>
#include <string_view>

namespace mariani {

enum class Outcome : std::uint8_t { filled, subdivided, leaf };

constexpr std::string_view name_of(Outcome outcome) {
    if (outcome == Outcome::filled) return "filled";
    return outcome == Outcome::subdivided ? "subdivided" : "leaf";
}

// An entry of the offset lookup table (OLT): a region's place in its level's lattice.
struct LatticeCell {
    std::uint32_t ix = 0;
    std::uint32_t iy = 0;
    bool operator==(const LatticeCell&) const = default;
};

// Coordinates are those of the image, not of the part. 48 bytes.
struct Region {
    PixelRect rect;
    std::uint32_t border_min = 0;  // lowest and highest dwell on the border; equal when filled
    std::uint32_t border_max = 0;
    std::uint64_t iterations =
        0;  // spent on this region itself: its border, and its inside if a leaf
    std::uint8_t level = 0;
    Outcome outcome = Outcome::leaf;
    bool operator==(const Region&) const = default;
};

}  // namespace mariani
