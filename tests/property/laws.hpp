// What must hold for every frame, whatever the request. Each law is checked against the regions,
// not against the engine's own counts. All return what is wrong, or an empty text.
#pragma once

#include "tests/property/facts.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mariani::tests {

using Dwells = std::vector<std::uint32_t>;

// Regions of a level are disjoint, children lie within subdivided parents, and the filled regions
// and leaves cover every pixel once.
std::string broken_tiling(const Facts& facts);

// Regions hold the dwells that they state, and every pixel not within a filled region has its dwell
// from `truth`, computed without subdivision.
std::string broken_dwells(const Facts& facts, const Dwells& truth);

// A part has the dwells, and where it is subdivided the regions, that the whole picture has there.
std::string broken_part(const Facts& part, const Facts& picture);

// Under the fill rule `safe` only what lies in the cardioid or the disc is filled as inside.
std::string broken_safety(const Facts& facts);

// The counts of each level are those of its regions; filled and iterated pixels add up to all
// pixels, plus the borders of subdivided regions if they are recomputed.
std::string broken_counts(const Facts& facts);

// Whether a pixel takes as many steps as its dwell says: no shortcut saves any, and no jump of deep
// zoom.
bool takes_all_steps(const FramePlan& plan);

// The steps of each level and pixel. Where all are taken they follow from the truth.
std::string broken_work(const Facts& facts, const Dwells& truth);

// The pixels and steps by category, as from sum_work() for whole pictures with work.
std::string broken_sums(const Facts& facts);

// All of the above.
std::string broken_law(const Facts& facts, const Dwells& truth);

// What two frames of one request, by engines that subdivide alike, must have in common.
enum class Sharing {
    all,           // also the fractions, and the steps
    tree,          // dwells, regions with their borders, counts of regions and of pixels filled
    tree_and_work  // and the steps
};
std::string difference(const Facts& a, const Facts& b, Sharing sharing);

// Pixels that differ from the truth, by whether their region was filled as inside or outside.
struct WrongPixels {
    std::int64_t inside = 0;
    std::int64_t outside = 0;
    std::int64_t pieces = 0;  // outside, of a Julia set, which `uniform` need not find
};
WrongPixels wrong_pixels(const Facts& facts, const Dwells& truth);

}  // namespace mariani::tests
