// How dwells become pixels, where the volume lies: the one source for every backend.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/sight.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace mariani::volume {

// One axis goes to the right and one down; the others are held at their voxels.
struct Plane {
    int across = 0;
    int down = 1;
    Voxel at{};  // 0 along both of these

    ImageSize size(const Plan& plan) const { return {plan.side.of[across], plan.side.of[down]}; }
    MARIANI_HOST_DEVICE Voxel voxel(int x, int y) const {
        Voxel voxel = at;
        voxel.at[across] = static_cast<std::int16_t>(x);
        voxel.at[down] = static_cast<std::int16_t>(y);
        return voxel;
    }
    bool operator==(const Plane&) const = default;
};

// The colour of each dwell up to the limit: r + g * 256 + b * 65536.
using DwellColours = std::span<const std::uint32_t>;

struct Tone {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Tone&) const = default;

    MARIANI_HOST_DEVICE static constexpr Tone of(std::uint32_t colour) {
        return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
                static_cast<std::uint8_t>(colour >> 16)};
    }
    MARIANI_HOST_DEVICE void write(std::uint8_t* rgb) const {
        rgb[0] = r;
        rgb[1] = g;
        rgb[2] = b;
    }
};

// share: from 0 to 1.
MARIANI_HOST_DEVICE inline Tone between(const Tone& from, const Tone& to, double share) {
    const auto mix = [share](int a, int b) {
        return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

// A plane at a size: a pixel has the mean colour of all voxels within it, or of the one it lies in.
// Dwell: std::uint16_t or std::uint32_t.
template <typename Dwell>
struct PaintedPlane {
    const Dwell* dwells;  // of the volume
    Sides side;
    Plane plane;
    ImageSize size;
    const std::uint32_t* colours;

    MARIANI_HOST_DEVICE Tone pixel(int x, int y) const {
        const PixelShare across = share_of(x, size.width, side.of[plane.across]);
        const PixelShare down = share_of(y, size.height, side.of[plane.down]);
        std::uint32_t r = 0, g = 0, b = 0;
        for (int from_y = down.from; from_y < down.to; ++from_y)
            for (int from_x = across.from; from_x < across.to; ++from_x) {
                const Tone tone =
                    Tone::of(colours[dwells[index_of(side, plane.voxel(from_x, from_y))]]);
                r += tone.r;
                g += tone.g;
                b += tone.b;
            }
        const auto count =
            static_cast<std::uint32_t>((across.to - across.from) * (down.to - down.from));
        const auto mean = [count](std::uint32_t sum) {
            return static_cast<std::uint8_t>((sum + count / 2) / count);
        };
        return {mean(r), mean(g), mean(b)};
    }
};

// How a surface is lit, and what is farther away is fainter.
struct Scenery {
    double light[space_axes]{};      // towards it, 1 / 127 long
    double nearest = 0, radius = 1;  // the least depth in the volume, and half of all
    Tone ground, stone;              // behind all; what a surface is of

    MARIANI_HOST_DEVICE Tone behind_haze(const Tone& tone, double depth) const {
        constexpr double haze = 0.55;  // at the farthest
        const double share = (depth - nearest) / (2 * radius);
        const double far = share < 0 ? 0 : share > 1 ? 1 : share;
        return between(tone, ground, haze * far * far);
    }

    // The dwells before a surface differ from voxel to voxel: most of its colour is the stone's.
    MARIANI_HOST_DEVICE Tone lit(const Sight& sight, const Tone& tone) const {
        constexpr double ambient = 0.3, stony = 0.7;
        const double facing =
            sight.normal[0] * light[0] + sight.normal[1] * light[1] + sight.normal[2] * light[2];
        const double share = ambient + (1 - ambient) * (facing > 0 ? facing : 0);
        const Tone own = between(tone, stone, stony);
        return behind_haze(between({0, 0, 0}, own, share), double{sight.depth});
    }

    // And how deep the pixel of a sight is: infinitely where nothing is seen.
    MARIANI_HOST_DEVICE void paint(const Sight& sight, const std::uint32_t* colours,
                                   std::uint8_t* rgb, float& depth) const {
        const bool sees = !(sight.depth < 0);
        (sees ? lit(sight, Tone::of(colours[sight.dwell])) : ground).write(rgb);
        depth = sees ? sight.depth : std::numeric_limits<float>::infinity();
    }
};

// What a camera sees, row by row.
struct PaintedSpace {
    std::vector<std::uint8_t> rgb;
    std::vector<float> depths;

    PaintedSpace(std::vector<std::uint8_t> tones, std::vector<float> distances)
        : rgb(std::move(tones)), depths(std::move(distances)) {}
    explicit PaintedSpace(ImageSize size)
        : rgb(3 * static_cast<std::size_t>(pixel_count(size))),
          depths(static_cast<std::size_t>(pixel_count(size))) {}
    bool operator==(const PaintedSpace&) const = default;
};

}  // namespace mariani::volume
