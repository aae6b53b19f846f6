#include "render/picture/region_index.hpp"

#include "tests/render/scene.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

bool holds(const PixelRect& rect, int x, int y) {
    return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

// What the index must find: the deepest region shown, by searching all of them.
std::optional<Region> searched(const std::vector<Region>& regions, int x, int y,
                               const OverlayStyle& style) {
    std::optional<Region> found;
    for (const Region& region : regions)
        if (holds(region.rect, x, y) && appearance(style, region) != Appearance::hidden)
            if (!found || region.level >= found->level) found = region;
    return found;
}

TEST(RegionIndex, FindsTheDeepestShownRegionUnderEveryPixel) {
    const auto dwells = test::dwells_of(test::paper, {97, 61}, 100);
    OverlayStyle leaves_only;
    leaves_only.filled = leaves_only.subdivided = false;
    OverlayStyle two_levels;
    two_levels.levels = 0b101;
    OverlayStyle replay;
    replay.replay_level = 1;
    for (const int r : {2, 3}) {
        const auto regions = test::regions_of(dwells, 3, r, 4);
        const RegionIndex index(regions);
        for (const OverlayStyle& style : {OverlayStyle{}, leaves_only, two_levels, replay})
            for (int y = 0; y < 61; ++y)
                for (int x = 0; x < 97; ++x)
                    ASSERT_EQ(index.region_at(x, y, style), searched(*regions, x, y, style))
                        << x << ',' << y << " r " << r;
    }
}

TEST(RegionIndex, DoesNotNeedAnOrderWithinALevel) {
    const auto dwells = test::dwells_of(test::seahorse, {64, 64}, 300);
    std::vector<Region> shuffled = *test::regions_of(dwells, 4, 2, 4);
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(3));
    const RegionIndex index(std::make_shared<const std::vector<Region>>(shuffled));
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            ASSERT_EQ(index.region_at(x, y, {}), searched(shuffled, x, y, {}));
}

TEST(RegionIndex, FindsNothingOutsideOrWhereThereAreNoRegions) {
    const auto dwells = test::dwells_of(test::paper, {32, 32}, 50);
    const RegionIndex index(test::regions_of(dwells, 2, 2, 4));
    for (const auto& [x, y] : {std::pair{-1, 3}, {3, -1}, {32, 3}, {3, 32}, {1 << 20, 1 << 20}})
        EXPECT_FALSE(index.region_at(x, y, {})) << x << ',' << y;
    EXPECT_FALSE(RegionIndex().region_at(0, 0, {}));
    EXPECT_FALSE(RegionIndex(nullptr).region_at(0, 0, {}));
    EXPECT_FALSE(RegionIndex(std::make_shared<std::vector<Region>>()).region_at(0, 0, {}));
}

TEST(RegionIndex, HoldsAMillionRegions) {
    auto regions = std::make_shared<std::vector<Region>>();
    for (int y = 0; y < 1000; ++y)
        for (int x = 0; x < 1000; ++x) {
            Region region;
            region.rect = {4 * x, 4 * y, 4, 4};
            region.level = 9;
            region.border_min = static_cast<std::uint32_t>(y * 1000 + x);
            regions->push_back(region);
        }
    const RegionIndex index(regions);
    for (int i = 0; i < 4000; i += 7) {
        const auto found = index.region_at(i, 3999 - i, {});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->border_min, static_cast<std::uint32_t>((3999 - i) / 4 * 1000 + i / 4));
    }
}

}  // namespace
}  // namespace mariani::render
