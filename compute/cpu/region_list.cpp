#include "compute/cpu/region_list.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace mariani::cpu {
namespace {

constexpr std::uint32_t no_least = std::numeric_limits<std::uint32_t>::max();

auto place(const Region& region) {
    return std::tuple(region.level, region.rect.y, region.rect.x);
}

bool is_addition(const Region& region) {
    return region.border_least > region.border_most;
}

// Additions sort behind the record they belong to.
bool before(const Region& a, const Region& b) {
    if (place(a) != place(b)) return place(a) < place(b);
    return is_addition(a) < is_addition(b);
}

}  // namespace

void add_counts(LevelStats& sum, const LevelStats& counts) {
    sum.regions += counts.regions;
    sum.filled += counts.filled;
    sum.subdivided += counts.subdivided;
    sum.leaves += counts.leaves;
    sum.empty_children += counts.empty_children;
    sum.pixels_filled += counts.pixels_filled;
    sum.pixels_iterated += counts.pixels_iterated;
    sum.iterations += counts.iterations;
    sum.ms += counts.ms;
}

Region more_iterations(PixelRect region, std::uint8_t level, std::int64_t iterations) {
    return {region, no_least, 0, static_cast<std::uint64_t>(iterations), level, Outcome::leaf};
}

std::vector<Region> in_order(std::vector<std::vector<Region>> lists) {
    std::vector<Region> all;
    for (auto& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
        list = {};
    }
    std::sort(all.begin(), all.end(), before);
    auto end = all.begin();
    for (auto it = all.begin(); it != all.end(); ++it) {
        if (is_addition(*it))
            std::prev(end)->iterations += it->iterations;
        else
            *end++ = *it;
    }
    all.erase(end, all.end());
    return all;
}

}  // namespace mariani::cpu
