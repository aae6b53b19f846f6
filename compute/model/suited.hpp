// What suits a picture: the values of automatic settings, and which settings change nothing there
// and why, in words for the user. What resolve() replaces, the panel disables for the same reason.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/frame_request.hpp"

#include <optional>
#include <string>

namespace mariani {

namespace suited {
inline constexpr int min_side = 16;  // of a picture's initial regions, in pixels
inline constexpr int min_g = 4, max_g = 128;
inline constexpr int r = 2;
inline constexpr int tree_levels = 4;
inline constexpr BlockSize block_of_ex{8, 16};
// Around 0; shows Julia sets whole, but in a square picture for the tips of those with c near -2.
inline constexpr Length height_of_julia = 3.6;
}  // namespace suited

// For a warp per region on a GPU: g, a power of two, and r, for a picture of this size, in one with
// the B given.
SubdivisionParams suited_subdivision(ImageSize image, int B);

// The same for regions that are to be seen: with a smaller g, so that there are `tree_levels` of
// them, or as many as the picture has room for.
SubdivisionParams suited_tree(ImageSize image, int B);

// f32 as long as its digits separate neighbouring pixels with a margin, then f64 as long as it does
// at all. Then deltas, but for Julia sets, for which there are none.
Precision suited_precision(const View& view, ImageSize image);

// The least height at which doubles separate the pixels of a picture around this centre.
Length min_height(const PlanePoint& centre, ImageSize image);

// Whether the doubles that neighbouring pixels map to are no longer reliably distinct.
inline bool double_exhausted(const View& view, ImageSize image) {
    return view.height < min_height(view.centre, image);
}

// Whether no engine shows anything new there.
bool too_deep(const View& view, ImageSize image);

// How many digits after the point tell points a thousandth of this height apart.
std::int64_t needed_decimals(Length height);

// Why a centre hardly is the point that was meant: its height needs more digits than a double has.
// nullopt if it has as many as the height needs, or is an exact one such as -0.75 or i.
std::optional<std::string> why_too_few_digits(const View& view);

// Why a precision does not serve, nullopt if it does: it ends above the view's height, or its Julia
// set has none such.
std::optional<std::string> why_no_effect(Precision precision, const View& view, ImageSize image);

// Why an engine or a backend computes nothing in this precision.
std::optional<std::string> why_no_effect(EngineKind engine, Precision precision);
std::optional<std::string> why_no_effect(Backend backend, Precision precision);

// Why no value of a setting changes anything in this plan.
std::optional<std::string> why_scheme_idle(const FramePlan& plan);
std::optional<std::string> why_block_idle(const FramePlan& plan);
std::optional<std::string> why_shortcuts_idle(const FramePlan& plan);
std::optional<std::string> why_insertion_idle(const FramePlan& plan);

// Why a request's picture is none of its view: it is in f32 or f64, for pixels that doubles do not
// tell apart.
std::optional<std::string> why_indistinct(const FrameRequest& request);

}  // namespace mariani
