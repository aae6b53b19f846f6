// Where each point lies, from its number alone: one source for host and device. Only operations
// that IEEE 754 rounds, so the same bits on every backend.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/workloads/points/cell.hpp"
#include "compute/workloads/points/problem.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::points {

// Pixels as weights. `sums` has for each pixel, row by row from the top, the sum of all weights up
// to its own.
struct PixelSums {
    const std::uint32_t* sums = nullptr;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

struct Emitter {
    Distribution distribution = Distribution::uniform;
    std::uint64_t seed = 1;
    std::uint32_t columns = 1;  // of the grid
    Point place{0.5F, 0.5F};    // of the mouse
    float time = 0;             // seconds
    PixelSums pixels;
};

inline constexpr std::uint32_t clumps = 32;
inline constexpr float clump_radius = 0.03F;
inline constexpr float mouse_radius = 0.08F;
inline constexpr float arm_width = 0.012F;
inline constexpr float greatest_speed = 0.05F;  // a second, along each axis

namespace detail {

// From [-2, 2) around 0: four uniform numbers' sum, in place of a normal one.
MARIANI_HOST_DEVICE constexpr float bell(std::uint64_t bits) {
    const auto sum = static_cast<std::uint32_t>((bits & 0xFFFF) + (bits >> 16 & 0xFFFF) +
                                                (bits >> 32 & 0xFFFF) + (bits >> 48));
    return static_cast<float>(sum) * 0x1p-16F - 2;
}

// A unit vector, to 1e-5: a quarter turn by polynomials, as libraries' sines differ.
MARIANI_HOST_DEVICE inline Point direction_of(float turns) {
    const float quarters = 4 * (turns - std::floor(turns));
    const float quarter = std::floor(quarters);
    const float angle = (quarters - quarter) * 1.57079633F;
    const float square = angle * angle;
    float sine = std::fma(square, 2.75573192e-6F, -1.98412698e-4F);
    sine = std::fma(square, sine, 8.33333333e-3F);
    sine = angle * std::fma(square, std::fma(square, sine, -1.66666667e-1F), 1.0F);
    float cosine = std::fma(square, -2.75573192e-7F, 2.48015873e-5F);
    cosine = std::fma(square, cosine, -1.38888889e-3F);
    cosine = std::fma(square, cosine, 4.16666667e-2F);
    cosine = std::fma(square, std::fma(square, cosine, -0.5F), 1.0F);
    if (quarter == 0) return {cosine, sine};
    if (quarter == 1) return {-sine, cosine};
    if (quarter == 2) return {-cosine, -sine};
    return {sine, -cosine};
}

MARIANI_HOST_DEVICE constexpr Point uniform_point(std::uint64_t bits) {
    return {unit_float(bits), unit_float(bits << 24)};
}

// Independent bits for each point; the first ones place it.
enum class Draw : std::uint64_t { place, across, along, speed };

MARIANI_HOST_DEVICE constexpr std::uint64_t bits_of(const Emitter& emitter, std::uint32_t index,
                                                    Draw draw) {
    return counter_hash(emitter.seed, 4 * std::uint64_t{index} + static_cast<std::uint64_t>(draw));
}

MARIANI_HOST_DEVICE inline Point around(const Emitter& emitter, std::uint32_t index, Point centre,
                                        float radius) {
    const float x = bell(bits_of(emitter, index, Draw::across)) * radius;
    const float y = bell(bits_of(emitter, index, Draw::along)) * radius;
    return {into_square(centre.x + x), into_square(centre.y + y)};
}

MARIANI_HOST_DEVICE inline Point on_spiral(const Emitter& emitter, std::uint32_t index) {
    const std::uint64_t bits = bits_of(emitter, index, Draw::place);
    const float along = unit_float(bits);
    const Point arm = direction_of(along * 1.75F + ((bits & 1) != 0 ? 0.5F : 0));
    const float radius = along * 0.44F;
    return around(emitter, index, {0.5F + arm.x * radius, 0.5F + arm.y * radius}, arm_width);
}

MARIANI_HOST_DEVICE inline Point in_picture(const Emitter& emitter, std::uint32_t index) {
    const PixelSums& pixels = emitter.pixels;
    const std::uint32_t count = pixels.width * pixels.height;
    const std::uint64_t drawn = bits_of(emitter, index, Draw::place) >> 32;
    const auto weight = static_cast<std::uint32_t>(drawn * pixels.sums[count - 1] >> 32);
    std::uint32_t low = 0, high = count - 1;
    while (low < high) {  // the first pixel whose sum is beyond the drawn weight
        const std::uint32_t middle = low + (high - low) / 2;
        if (pixels.sums[middle] > weight)
            high = middle;
        else
            low = middle + 1;
    }
    const Point within = uniform_point(bits_of(emitter, index, Draw::across));
    const auto column = static_cast<float>(low % pixels.width);
    const auto row = static_cast<float>(pixels.height - 1 - low / pixels.width);
    return {into_square((column + within.x) / static_cast<float>(pixels.width)),
            into_square((row + within.y) / static_cast<float>(pixels.height))};
}

MARIANI_HOST_DEVICE inline Point first_place(const Emitter& emitter, std::uint32_t index) {
    switch (emitter.distribution) {
        case Distribution::uniform:
            return uniform_point(bits_of(emitter, index, Draw::place));
        case Distribution::clumps: {
            const std::uint64_t clump = bits_of(emitter, index, Draw::place) % clumps;
            const Point centre = uniform_point(counter_hash(~emitter.seed, clump));
            return around(emitter, index, centre, clump_radius);
        }
        case Distribution::spiral:
            return on_spiral(emitter, index);
        case Distribution::grid: {
            const auto side = static_cast<float>(emitter.columns);
            return {(static_cast<float>(index % emitter.columns) + 0.5F) / side,
                    (static_cast<float>(index / emitter.columns) + 0.5F) / side};
        }
        case Distribution::mouse:
            return around(emitter, index, emitter.place, mouse_radius);
        case Distribution::picture:
            return in_picture(emitter, index);
    }
    return {};
}

}  // namespace detail

MARIANI_HOST_DEVICE inline Point point_of(const Emitter& emitter, std::uint32_t index) {
    const Point first = detail::first_place(emitter, index);
    if (emitter.time == 0) return first;
    const Point speed = detail::uniform_point(detail::bits_of(emitter, index, detail::Draw::speed));
    const float reach = 2 * greatest_speed * emitter.time;
    return {reflected(first.x + (speed.x - 0.5F) * reach),
            reflected(first.y + (speed.y - 0.5F) * reach)};
}

}  // namespace mariani::points
