// The cases on which the shaders and the processor are compared: the one table of palettes,
// mappings and dwells, and of overlay styles and regions. The processor's overlay is compared with
// a simple definition on the same cases.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/viewport.hpp"
#include "tests/render/scene.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mariani::test {

template <typename Value>
struct Named {
    std::string name;
    Value value;
};

// The shipped ones, and palettes of 1, 2, 257 and 65,536 colours.
std::vector<render::Palette> palette_cases();

// Each mapping with the extremes of each of its settings and values in between.
std::vector<Named<render::Colouring>> colouring_cases();

// Pictures whose dwells lie everywhere below a limit, close below it, at one value or nowhere; with
// valid fractions and with fractions that no engine should produce.
struct DwellCase {
    std::uint32_t limit = 1;
    Dwells dwells;
};
std::vector<Named<DwellCase>> dwell_cases();

// Every setting of the grid, alone and with others.
std::vector<Named<render::OverlayStyle>> overlay_style_cases();

// Subdivided pictures of odd sizes; regions of a pixel, of a line and of the whole picture; a lone
// region; and no region.
struct RegionCase {
    ImageSize size;
    std::vector<Region> regions;  // by level
};
std::vector<Named<RegionCase>> region_cases();

// Pixel for pixel, between pixels, stretched, shrunk, in part and not at all in the viewport.
std::vector<Named<render::Placement>> placement_cases();
inline constexpr ImageSize viewport_of_placements{120,
                                                  90};  // the picture's size, except for the first

// A picture with all values, so that the overlay is blended with each of them.
render::Image ground_of(ImageSize size);

}  // namespace mariani::test
