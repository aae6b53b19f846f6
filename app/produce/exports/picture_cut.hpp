// Which pixels of a poster's levels a picture of it shows; and a print: its size on paper, what it
// needs of a poster, and which part of the poster it shows.
#pragma once

#include "app/produce/pyramid/shape.hpp"
#include "compute/model/geometry.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// A picture of a poster, or of a rectangle of it: each of its pixels has the mean colour, in linear
// light, of all pixels of a level that it covers, each by the part that is covered; or the colour
// of the one in which it lies, if it is smaller than they are.
struct PictureCut {
    int level = 0;   // that is read
    PixelRect rect;  // of that level: the whole picture shows it
    ImageSize size;  // of the picture
    bool operator==(const PictureCut&) const = default;
};

// A level pixel by pixel, as `render` makes a picture of its size.
PictureCut plain_cut(const PyramidShape& shape, int level);
// All of a picture, each pixel the mean of `samples` x `samples` of level 0.
PictureCut sampled_cut(const PyramidShape& shape, int samples);
// A picture of the level's size made from the level `from`.
PictureCut cut_from(const PyramidShape& shape, int level, int from);
// Antialiased by the level that is one finer; plain for level 0.
PictureCut smooth_cut(const PyramidShape& shape, int level);

// The pixels of an axis of `whole` ones that pixel `at` of `size` covers, the first and the last of
// them in part; the one in which it lies if it is smaller than they are.
PixelShare covered(int at, int size, int whole);

// What of its level a part of the picture is made from.
PixelRect source_of(const PictureCut& cut, PixelRect window);

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
// To the nearest pixel, and the bleed to the next one above.
PrintPixels pixels_of(const PrintSize& print);

// The largest rectangle of that shape around the poster's centre, in pixels of level 0.
PixelRect centred(ImageSize poster, ImageSize shape);

// Why a poster of this size has too few pixels: which it needs, and what it would do for.
std::optional<std::string> why_too_small(const PrintSize& print, ImageSize poster);

// The print of a poster that is large enough: pixel by pixel where it has the print's size, else
// from the coarsest level with enough pixels, or if `smooth` with twice as many a side.
PictureCut print_cut(const PyramidShape& shape, const PrintSize& print, bool smooth);

}  // namespace mariani::app
