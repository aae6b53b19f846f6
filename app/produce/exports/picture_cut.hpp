// Which pixels of a poster's levels a picture of it shows.
#pragma once

#include "app/produce/pyramid/shape.hpp"
#include "compute/model/geometry.hpp"

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
// A picture of the level's size made from the level `from`.
PictureCut cut_from(const PyramidShape& shape, int level, int from);
// Antialiased by the level that is one finer; plain for level 0.
PictureCut smooth_cut(const PyramidShape& shape, int level);

// The pixels of an axis of `whole` ones that pixel `at` of `size` covers, the first and the last of
// them in part; the one in which it lies if it is smaller than they are.
PixelShare covered(int at, int size, int whole);

// What of its level a part of the picture is made from.
PixelRect source_of(const PictureCut& cut, PixelRect window);

}  // namespace mariani::app
