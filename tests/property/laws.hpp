// What must hold of every frame, whatever was asked for. Each law is checked against what the
// regions say, not against the engine's own counts. All return what is wrong, empty if nothing is.
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

// Regions hold the dwells that they say, and every pixel that is not within a filled region has its
// dwell of `truth`, computed without subdivision.
std::string broken_dwells(const Facts& facts, const Dwells& truth);

// A part has the dwells, and where it is subdivided the regions, that the whole picture has there.
std::string broken_part(const Facts& part, const Facts& picture);

// Under the fill rule `safe` only what lies in the cardioid or the disc is filled as inside.
std::string broken_safety(const Facts& facts);

// The counts of each level are those of its regions; filled and iterated pixels are all pixels, and
// the borders of subdivided regions once more where they are computed anew.
std::string broken_counts(const Facts& facts);

// The steps of each level and pixel. Without shortcuts they follow from the truth.
std::string broken_work(const Facts& facts, const Dwells& truth);

// The pixels and steps by category, as sum_work() gives them for whole pictures with work.
std::string broken_sums(const Facts& facts);

// All of the above.
std::string broken_law(const Facts& facts, const Dwells& truth);

// What two frames of one request, by engines that subdivide alike, have to share.
enum class Sharing {
    all,           // also the fractions, and the steps
    tree,          // dwells, regions with their borders, counts of regions and of pixels filled
    tree_and_work  // besides the steps
};
std::string difference(const Facts& a, const Facts& b, Sharing sharing);

// Pixels that differ from the truth, by what the region that filled them was filled as.
struct WrongPixels {
    std::int64_t inside = 0;
    std::int64_t outside = 0;
};
WrongPixels wrong_pixels(const Facts& facts, const Dwells& truth);

}  // namespace mariani::tests
