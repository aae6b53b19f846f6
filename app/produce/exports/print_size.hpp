// A print: its size on paper, what it needs of a poster, and which part of the poster it shows.
#pragma once

#include "app/produce/exports/picture_cut.hpp"

#include <optional>
#include <string>

namespace mariani::app {

struct PrintSize {
    double width_mm = 0, height_mm = 0;  // as trimmed
    double pixels_per_inch = 300;
    double bleed_mm = 0;  // beyond each edge: trimmed away
};

// Why it is refused, in words a user can act on.
std::optional<std::string> why_invalid(const PrintSize& print);

struct PrintPixels {
    ImageSize trimmed;
    int bleed = 0;  // on each side
    ImageSize with_bleed() const { return {trimmed.width + 2 * bleed, trimmed.height + 2 * bleed}; }
    bool operator==(const PrintPixels&) const = default;
};
// To the nearest pixel.
PrintPixels pixels_of(const PrintSize& print);

// The largest rectangle of that shape around the poster's centre, in pixels of level 0.
PixelRect centred(ImageSize poster, ImageSize shape);

// Why a poster of this size has too few pixels: which it needs, and what it would do for.
std::optional<std::string> why_too_small(const PrintSize& print, ImageSize poster);

// The print of a poster that is large enough: pixel by pixel where it has the print's size, else
// from the coarsest level with enough pixels, or if `smooth` with twice as many a side.
PictureCut print_cut(const PyramidShape& shape, const PrintSize& print, bool smooth);

}  // namespace mariani::app
