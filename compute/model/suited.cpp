#include "compute/model/suited.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mariani {

namespace {

// A multiple of a power of two that has few digits is meant exactly: digits that were cut off
// somewhere hardly ever are one.
bool is_exact(const Coordinate& coordinate) {
    constexpr std::int64_t most_decimals = 15;  // which a double tells apart
    const std::int64_t decimals = coordinate.decimals();
    if (decimals > most_decimals) return false;
    const double whole = std::ldexp(coordinate.nearest(), static_cast<int>(decimals));
    return whole == std::floor(whole);
}

int longer_side(ImageSize image) {
    return std::max(image.width, image.height);
}

}  // namespace

SubdivisionParams suited_subdivision(ImageSize image, int B) {
    const auto fitting_g =
        std::bit_floor(static_cast<unsigned>(longer_side(image) / suited::min_side));
    return {std::clamp(static_cast<int>(fitting_g), suited::min_g, suited::max_g), suited::r, B};
}

// The last level but one is subdivided where max(W, H) / (g r^(levels - 1)) > B.
SubdivisionParams suited_tree(ImageSize image, int B) {
    std::int64_t growth = 1;
    for (int level = 1; level < suited::tree_levels; ++level) growth *= suited::r;
    SubdivisionParams tree = suited_subdivision(image, B);
    while (tree.g > 1 && longer_side(image) <= tree.g * growth * B) tree.g /= 2;
    return tree;
}

Precision suited_precision(const View& view, ImageSize image) {
    // f32 has 24 bits: below this relative pitch its rounding becomes visible in the picture.
    constexpr double min_relative_pitch = 1e-5;
    const double furthest =
        std::max(std::abs(view.centre.re.nearest()), std::abs(view.centre.im.nearest()));
    // Wherever a Julia set is looked at, its c is of the order of 1.
    const double magnitude = view.julia ? std::max(furthest, 1.0) : furthest;
    const Length apart = pitch(view, image);
    constexpr Length min_pitch = 1e-30;  // around 0, where floats are dense until they end
    if (apart > std::max(Length(min_relative_pitch * magnitude), min_pitch)) return Precision::f32;
    const bool doubles_end =
        view.height < limits::min_double_height || double_exhausted(view, image);
    if (view.julia || !doubles_end) return Precision::f64;
    return apart < limits::min_delta_pitch ? Precision::scaled : Precision::deltas;
}

// The pitch is at least 4 epsilon of the largest coordinate: the centre's and half a side.
Length min_height(const PlanePoint& centre, ImageSize image) {
    constexpr double least = 4 * std::numeric_limits<double>::epsilon();
    const auto min_pitch = [](const Coordinate& middle, int side) {
        return least * std::abs(middle.nearest()) / (1 - least * 0.5 * side);
    };
    return image.height *
           std::max(min_pitch(centre.re, image.width), min_pitch(centre.im, image.height));
}

bool too_deep(const View& view, ImageSize image) {
    return view.height < least_height(view) || (view.julia && double_exhausted(view, image));
}

std::int64_t needed_decimals(Length height) {
    return static_cast<std::int64_t>(std::max(std::ceil(3 - log10(height)), 0.0));
}

std::optional<std::string> why_too_few_digits(const View& view) {
    constexpr std::int64_t of_double = 17;
    const std::int64_t needed = needed_decimals(view.height);
    const std::int64_t given = std::max(view.centre.re.decimals(), view.centre.im.decimals());
    if (needed <= of_double || given >= needed) return std::nullopt;
    if (is_exact(view.centre.re) && is_exact(view.centre.im)) return std::nullopt;
    return "the centre has " + std::to_string(given) + " digits after the point, but a height of " +
           to_text(view.height) + " needs " + std::to_string(needed);
}

}  // namespace mariani
