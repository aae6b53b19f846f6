#include "render/picture/region_index.hpp"

#include <algorithm>
#include <limits>

namespace mariani::render {

RegionIndex::RegionIndex(std::shared_ptr<const std::vector<Region>> regions)
    : regions_(std::move(regions)) {
    if (!regions_) return;
    struct Rows {
        int first = std::numeric_limits<int>::max();
        int end = 0;  // below the lowest region
    };
    std::vector<Rows> rows;
    for (const Region& region : *regions_) {
        if (region.level >= rows.size()) rows.resize(region.level + std::size_t{1});
        auto& [first, end] = rows[region.level];
        first = std::min(first, region.rect.y);
        end = std::max(end, region.rect.y + region.rect.height);
    }
    for (const auto& [first, end] : rows)
        levels_.push_back(
            {first,
             std::vector<std::uint32_t>(static_cast<std::size_t>(std::max(end, first) - first) + 1),
             {}});
    // A counting sort by level and first row.
    for (const Region& region : *regions_) {
        Level& level = levels_[region.level];
        ++level.row_begins[static_cast<std::size_t>(region.rect.y - level.top)];
    }
    std::uint32_t total = 0;
    for (Level& level : levels_) {
        int last = 0;
        for (std::size_t row = 0; row < level.row_begins.size(); ++row) {
            const std::uint32_t begins = level.row_begins[row];
            if (begins > 0) last = static_cast<int>(row);
            level.lattice_row.push_back(last);
            total += begins;
            level.row_begins[row] = total;  // filled from the back below
        }
    }
    order_.resize(total);
    for (std::size_t i = regions_->size(); i-- > 0;) {
        const Region& region = (*regions_)[i];
        Level& level = levels_[region.level];
        auto& place = level.row_begins[static_cast<std::size_t>(region.rect.y - level.top)];
        order_[--place] = static_cast<std::uint32_t>(i);
    }
}

std::optional<Region> RegionIndex::region_of(const Level& level, int x, int y) const {
    const int row = y - level.top;
    if (row < 0 || row + 1 >= static_cast<int>(level.row_begins.size())) return std::nullopt;
    const auto first_row =
        static_cast<std::size_t>(level.lattice_row[static_cast<std::size_t>(row)]);
    for (auto i = level.row_begins[first_row]; i < level.row_begins[first_row + 1]; ++i) {
        const Region& region = (*regions_)[order_[i]];
        const PixelRect& rect = region.rect;
        if (x >= rect.x && x < rect.x + rect.width && y < rect.y + rect.height) return region;
    }
    return std::nullopt;
}

std::optional<Region> RegionIndex::region_at(int x, int y, const OverlayStyle& style) const {
    for (std::size_t level = levels_.size(); level-- > 0;) {
        const auto region = region_of(levels_[level], x, y);
        if (region && appearance(style, *region) != Appearance::hidden) return region;
    }
    return std::nullopt;
}

}  // namespace mariani::render
