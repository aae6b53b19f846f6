#include "compute/cpu/region_list.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>

namespace mariani::cpu {
namespace {

constexpr std::uint32_t no_min = std::numeric_limits<std::uint32_t>::max();

bool is_addition(const Region& region) {
    return region.border_min > region.border_max;
}

// Within a level's row; additions come behind the record they belong to.
bool before_in_row(const Region& a, const Region& b) {
    if (a.rect.x != b.rect.x) return a.rect.x < b.rect.x;
    return is_addition(a) < is_addition(b);
}

// The rows in which regions of a level begin, numbered level by level: what a list is sorted into
// before each row is sorted by itself, much faster than all at once.
class Rows {
  public:
    explicit Rows(const std::vector<std::vector<Region>>& lists) {
        for (const auto& list : lists)
            for (const auto& region : list) {
                levels_ = std::max(levels_, region.level + 1);
                top_ = std::min(top_, region.rect.y);
                bottom_ = std::max(bottom_, region.rect.y + 1);
            }
    }

    std::size_t count() const {
        return levels_ == 0 ? 0 : static_cast<std::size_t>(levels_) * height();
    }
    std::size_t operator()(const Region& region) const {
        return region.level * height() + static_cast<std::size_t>(region.rect.y - top_);
    }

  private:
    std::size_t height() const { return static_cast<std::size_t>(bottom_ - top_); }

    int levels_ = 0;
    int top_ = std::numeric_limits<int>::max();
    int bottom_ = std::numeric_limits<int>::min();
};

void add_up(std::vector<Region>& sorted) {
    auto end = sorted.begin();
    for (const auto& region : sorted) {
        if (is_addition(region))
            std::prev(end)->iterations += region.iterations;
        else
            *end++ = region;
    }
    sorted.erase(end, sorted.end());
}

}  // namespace

void scale_times(std::vector<LevelStats>& levels, double frame_ms) {
    double sum = 0;
    for (const auto& level : levels) sum += level.ms;
    for (auto& level : levels) level.ms = sum > 0 ? level.ms / sum * frame_ms : 0;
}

Region more_iterations(PixelRect region, std::uint8_t level, std::int64_t iterations) {
    return {region, no_min, 0, static_cast<std::uint64_t>(iterations), level, Outcome::leaf};
}

std::vector<Region> in_order(std::vector<std::vector<Region>> lists) {
    const Rows row_of(lists);
    std::vector<std::size_t> row_begin(row_of.count() + 1, 0);
    for (const auto& list : lists)
        for (const auto& region : list) ++row_begin[row_of(region) + 1];
    std::partial_sum(row_begin.begin(), row_begin.end(), row_begin.begin());

    std::vector<Region> all(row_begin.back());
    std::vector<std::size_t> row_end = row_begin;
    for (auto& list : lists) {
        for (const auto& region : list) all[row_end[row_of(region)]++] = region;
        list = {};
    }
    const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t row = 0; row < row_of.count(); ++row)
        std::sort(at(row_begin[row]), at(row_end[row]), before_in_row);
    add_up(all);
    return all;
}

}  // namespace mariani::cpu
