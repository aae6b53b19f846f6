#include "render/region_map.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::render {
namespace {

// Marks the pixels of one axis that some region of a level begins or ends at.
class Marks {
  public:
    void add(int begin, int length, int side) {
        if (marked_.empty()) marked_.resize(static_cast<std::size_t>(side) + 1);
        marked_[static_cast<std::size_t>(begin)] = 1;
        marked_[static_cast<std::size_t>(begin + length)] = 1;
    }

    std::vector<int> cuts() const {
        std::vector<int> cuts;
        for (std::size_t at = 0; at < marked_.size(); ++at)
            if (marked_[at] != 0) cuts.push_back(static_cast<int>(at));
        return cuts;
    }

  private:
    std::vector<std::uint8_t> marked_;
};

void paint(RegionMap& map, const Region& region) {
    const PixelRect& rect = region.rect;
    const auto width = static_cast<std::size_t>(map.size.width);
    RegionKind* row = map.kinds.data() + static_cast<std::size_t>(rect.y) * width + rect.x;
    for (int y = 0; y < rect.height; ++y, row += width)
        std::fill_n(row, rect.width, kind_of(region));
}

}  // namespace

RegionMap map_regions(std::span<const Region> regions, ImageSize image) {
    RegionMap map;
    map.size = image;
    map.kinds.assign(static_cast<std::size_t>(pixel_count(image)), no_region);
    std::array<Marks, overlay_levels> columns;
    std::array<Marks, overlay_levels> rows;
    for (const Region& region : regions) {
        const auto level = std::min<std::size_t>(region.level, overlay_levels - 1);
        columns[level].add(region.rect.x, region.rect.width, image.width);
        rows[level].add(region.rect.y, region.rect.height, image.height);
        if (region.outcome != Outcome::subdivided) paint(map, region);
    }
    const auto sides = level_sides(regions);
    for (std::size_t level = 0; level < overlay_levels; ++level) {
        if (sides[level] > 0) map.levels.resize(level + 1);
    }
    for (std::size_t level = 0; level < map.levels.size(); ++level)
        map.levels[level] = {sides[level], columns[level].cuts(), rows[level].cuts()};
    return map;
}

}  // namespace mariani::render
