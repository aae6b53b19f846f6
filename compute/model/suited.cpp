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

namespace {

std::optional<std::string> why_deep_invalid(const View& view, ImageSize image,
                                            Precision precision) {
    if (view.julia)
        return "the precision is " + std::string(name_of(precision)) +
               ": Julia sets are computed in f32 and f64 only, as they have no deltas here";
    if (precision == Precision::deltas && image.height > 0 &&
        pitch(view, image) < limits::min_delta_pitch)
        return "the precision is deltas: double precision ends at pixels of about 1e-292; choose "
               "scaled, or auto";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> why_no_effect(Precision precision, const View& view, ImageSize image) {
    if (is_deep(precision)) return why_deep_invalid(view, image, precision);
    // Julia sets have no other precision to choose.
    if (view.julia || view.height >= limits::min_double_height) return std::nullopt;
    return "the precision is " + std::string(name_of(precision)) + ": it ends at heights of " +
           to_text(limits::min_double_height) + ", and this one is " + to_text(view.height) +
           "; choose scaled, or auto";
}

std::optional<std::string> why_no_effect(EngineKind engine, Precision precision) {
    if (engine != EngineKind::dp || !is_deep(precision)) return std::nullopt;
    return "dynamic parallelism computes no deltas";
}

std::optional<std::string> why_no_effect(Backend backend, Precision precision) {
    if (backend != Backend::cuda || precision != Precision::many_digits) return std::nullopt;
    return "many digits are computed on the processor only";
}

std::optional<std::string> why_scheme_idle(const FramePlan& plan) {
    if (!is_deep(plan.precision)) return std::nullopt;
    return "deep zoom has no schemes: a level's pixels form one list";
}

std::optional<std::string> why_block_idle(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return "the CPU has no blocks";
    if (is_deep(plan.precision)) return "deep zoom has its own";
    if (plan.engine == EngineKind::ask && plan.scheme == Scheme::wpr) return "WPR has its own";
    return std::nullopt;
}

std::optional<std::string> why_shortcuts_idle(const FramePlan& plan) {
    if (!is_deep(plan.precision)) return std::nullopt;
    return "deep zoom has none: its jumps skip iterations everywhere";
}

std::optional<std::string> why_insertion_idle(const FramePlan& plan) {
    if (has_insertion(plan)) return std::nullopt;
    if (plan.engine != EngineKind::ask)
        return std::string(choice_of(plan.engine).label) + " has no list of regions (OLT)";
    if (is_deep(plan.precision)) return "deep zoom lists pixels, in an order of its own";
    return "WPR has its own: one atomic per block";
}

std::optional<std::string> why_indistinct(const FrameRequest& request) {
    const View& view = request.view;
    const bool in_doubles = view.julia || (request.precision && !is_deep(*request.precision));
    if (!in_doubles || !double_exhausted(view, piece_of(request).whole)) return std::nullopt;
    const std::string why =
        "at a height of " + to_text(view.height) +
        " many pixels are the same point in double precision, so the picture shows nothing of it; ";
    return why + (view.julia ? "Julia sets have no deeper zoom" : "leave the precision at auto");
}

}  // namespace mariani
