#include "compute/model/region_map.hpp"

#include "tests/render/scene.hpp"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

std::vector<RegionKind> kinds_of(const RegionMap& map) {
    const auto kinds = map.kinds.host<RegionKind>().values;
    return {kinds.begin(), kinds.end()};
}

TEST(RegionMap, KnowsTheDeepestRegionOverEveryPixelInWhateverOrderTheyCome) {
    const ImageSize size{97, 61};
    const auto dwells = test::dwells_of(test::paper, size, 100);
    for (const int r : {2, 3}) {
        std::vector<Region> regions = *test::regions_of(dwells, 3, r, 4);
        std::vector<RegionKind> deepest(static_cast<std::size_t>(pixel_count(size)), no_region);
        for (const auto& region : regions)  // by level
            for (int y = region.rect.y; y < region.rect.y + region.rect.height; ++y)
                std::fill_n(deepest.begin() + y * size.width + region.rect.x, region.rect.width,
                            kind_of(region));
        std::shuffle(regions.begin(), regions.end(), std::mt19937(5));
        EXPECT_EQ(kinds_of(map_regions(regions, size)), deepest) << "r " << r;
    }
}

TEST(RegionMap, CutsEachLevelWhereItsRegionsBeginAndEnd) {
    const ImageSize size{97, 61};
    const auto regions = test::regions_of(test::dwells_of(test::paper, size, 100), 3, 2, 4);
    std::array<std::set<int>, mapped_levels> columns;
    std::array<std::set<int>, mapped_levels> rows;
    for (const auto& [rect, min, max, iterations, level, outcome] : *regions) {
        columns[level].insert({rect.x, rect.x + rect.width});
        rows[level].insert({rect.y, rect.y + rect.height});
    }
    const RegionMap map = map_regions(*regions, size);
    for (std::size_t level = 0; level < map.levels.size(); ++level) {
        const LevelCuts& cuts = map.levels[level];
        EXPECT_TRUE(std::ranges::equal(cuts.columns, columns[level])) << level;
        EXPECT_TRUE(std::ranges::equal(cuts.rows, rows[level])) << level;
        EXPECT_EQ(cuts.side > 0, !columns[level].empty()) << level;
    }
    EXPECT_EQ(map.levels[0].side, 21);
}

TEST(RegionMap, HasNoRegionWhereThereIsNone) {
    Region leaf;
    leaf.rect = {2, 1, 3, 2};
    const RegionMap map = map_regions(std::vector{leaf}, {8, 4});
    EXPECT_EQ(std::ranges::count(kinds_of(map), kind_of(leaf)), 6);
    EXPECT_EQ(std::ranges::count(kinds_of(map), no_region), 32 - 6);
    EXPECT_TRUE(map_regions({}, {0, 0}).levels.empty());
}

}  // namespace
}  // namespace mariani::render
