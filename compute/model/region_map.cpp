#include "compute/model/region_map.hpp"

#include <algorithm>
#include <array>

namespace mariani {
namespace {

// Marks the pixels of one axis at which a region of a level begins or ends.
class Marks {
  public:
    void add(int begin, int length, int side) {
        if (marked_.empty()) marked_.resize(static_cast<std::size_t>(side) + 1);
        marked_[static_cast<std::size_t>(begin)] = 1;
        marked_[static_cast<std::size_t>(begin + length)] = 1;
    }
    std::vector<int> cuts() const { return cuts_at(marked_); }

  private:
    std::vector<std::uint8_t> marked_;
};

struct LevelMarks {
    Marks columns;
    Marks rows;
    int side = 0;
};

void paint(RegionKind* kinds, ImageSize image, const Region& region) {
    const PixelRect& rect = region.rect;
    const auto width = static_cast<std::size_t>(image.width);
    RegionKind* row = kinds + static_cast<std::size_t>(rect.y) * width + rect.x;
    for (int y = 0; y < rect.height; ++y, row += width)
        std::fill_n(row, rect.width, kind_of(region));
}

void mark(std::uint8_t* lines, int length, const std::vector<int>& cuts, std::uint8_t level) {
    for (const int cut : cuts) {
        if (cut > 0) lines[cut - 1] = level;
        if (cut < length) lines[cut] = level;
    }
}

}  // namespace

RegionMap map_regions(std::span<const Region> regions, ImageSize image) {
    const auto kinds =
        std::make_shared<RegionKind[]>(static_cast<std::size_t>(pixel_count(image)), no_region);
    std::array<LevelMarks, mapped_levels> marks;
    for (const Region& region : regions) {
        auto& [columns, rows, side] = marks[std::min<std::size_t>(region.level, mapped_levels - 1)];
        columns.add(region.rect.x, region.rect.width, image.width);
        rows.add(region.rect.y, region.rect.height, image.height);
        side = std::max(side, std::min(region.rect.width, region.rect.height));
        if (region.outcome != Outcome::subdivided) paint(kinds.get(), image, region);
    }
    RegionMap map;
    map.kinds = Field(whole(image), kinds);
    for (std::size_t level = 0; level < mapped_levels; ++level)
        if (marks[level].side > 0) map.levels.resize(level + 1);
    for (std::size_t level = 0; level < map.levels.size(); ++level) {
        const auto& [columns, rows, side] = marks[level];
        map.levels[level] = {side, columns.cuts(), rows.cuts()};
    }
    return map;
}

std::vector<int> cuts_at(std::span<const std::uint8_t> marks) {
    std::vector<int> cuts;
    for (std::size_t at = 0; at < marks.size(); ++at)
        if (marks[at] != 0) cuts.push_back(static_cast<int>(at));
    return cuts;
}

std::vector<std::uint8_t> border_lines(const RegionMap& map) {
    const auto [width, height] = map.size();
    std::vector<std::uint8_t> lines(
        static_cast<std::size_t>(width) + static_cast<std::size_t>(height),
        std::uint8_t{mapped_levels});
    for (std::size_t level = map.levels.size(); level-- > 0;) {
        const auto number = static_cast<std::uint8_t>(level);
        mark(lines.data(), width, map.levels[level].columns, number);
        mark(lines.data() + width, height, map.levels[level].rows, number);
    }
    return lines;
}

void origins_in_row(const RegionMap& map, std::span<const std::uint8_t> lines, int row, bool levels,
                    std::span<std::uint32_t> origins) {
    const auto kinds = map.kinds.host<RegionKind>().rows(row, 1).values;
    const std::uint8_t of_row = lines[static_cast<std::size_t>(map.size().width + row)];
    for (std::size_t x = 0; x < origins.size(); ++x) {
        const auto [level, outcome] = origin_of(kinds[x], std::min(lines[x], of_row));
        origins[x] = levels ? level : static_cast<std::uint32_t>(outcome);
    }
}

}  // namespace mariani
