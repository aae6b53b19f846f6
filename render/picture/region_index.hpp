// Finds the region under a pixel, among a million.
#pragma once

#include "compute/model/region.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::render {

// Built once per frame (about 10 ms for a million regions); a look-up takes microseconds.
class RegionIndex {
  public:
    RegionIndex() = default;
    // The regions in any order; those of one level lie in a lattice, as from every engine. If null,
    // nothing is found.
    explicit RegionIndex(std::shared_ptr<const std::vector<Region>> regions);

    // The deepest region that the style shows (regardless of style.shown) at an image pixel.
    std::optional<Region> region_at(int x, int y, const OverlayStyle& style) const;

    int levels() const { return static_cast<int>(levels_.size()); }

  private:
    struct Level {
        int top = 0;                            // the row that row_begins[0] belongs to
        std::vector<std::uint32_t> row_begins;  // by the region's first row: an index into order_
        std::vector<int> lattice_row;           // by pixel row: the last row where a region begins
    };
    std::optional<Region> region_of(const Level& level, int x, int y) const;

    std::shared_ptr<const std::vector<Region>> regions_;
    std::vector<std::uint32_t> order_;  // by level and first row
    std::vector<Level> levels_;
};

}  // namespace mariani::render
