// What the shaders and the processor are compared on: the one table of palettes, mappings and
// dwells, and of overlay styles and regions. The processor's overlay is compared with a plain
// definition on the same cases.
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

// Those shipped, and palettes of 1, 2, 257 and 65,536 colours.
std::vector<render::Palette> palette_cases();

// Each mapping with each of its settings at its ends and in between.
std::vector<Named<render::Colouring>> colouring_cases();

// Pictures whose dwells lie everywhere below a limit, close below it, at one value or nowhere; with
// the fractions that engines give and with those that they never should.
struct DwellCase {
    std::uint32_t limit = 1;
    Dwells dwells;
};
std::vector<Named<DwellCase>> dwell_cases();

// Every setting of the grid, alone and with others.
std::vector<Named<render::OverlayStyle>> overlay_style_cases();

// Subdivided pictures of odd sizes, regions of a pixel, of a line and of the whole picture, a
// region amid nothing, and no region.
struct RegionCase {
    ImageSize size;
    std::vector<Region> regions;  // by level
};
std::vector<Named<RegionCase>> region_cases();

// Pixel for pixel, between pixels, stretched, shrunk, in part and not at all in the viewport.
std::vector<Named<render::Placement>> placement_cases();
inline constexpr ImageSize viewport_of_placements{120,
                                                  90};  // but for the first: the picture's size

// A picture with all values, so that all of them are drawn over.
render::Image ground_of(ImageSize size);

// Of any channel of any pixel; 256 where the sizes differ.
int greatest_difference(const render::Image& a, const render::Image& b);

}  // namespace mariani::test
