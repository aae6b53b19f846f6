#include "app/explore/prepared_frame.hpp"

#include <chrono>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

std::vector<Region> four_leaves() {
    std::vector<Region> regions(4);
    for (int i = 0; i < 4; ++i)
        regions[static_cast<std::size_t>(i)].rect = {i % 2 * 8, i / 2 * 8, 8, 8};
    return regions;
}

// Regions that are copied to the host slowly, like a million on a GPU.
class SlowRegions final : public RegionList {
  public:
    std::shared_ptr<const std::vector<Region>> on_host() const override {
        fetched.acquire();
        if (lost) throw BackendFailure("the GPU is lost");
        return std::make_shared<const std::vector<Region>>(four_leaves());
    }
    RegionMap map(ImageSize image) const override { return map_regions(four_leaves(), image); }

    mutable std::binary_semaphore fetched{0};
    bool lost = false;
};

std::optional<Region> found(RegionFinder& finder,
                            const std::shared_ptr<const RegionList>& regions) {
    std::optional<Region> region;
    do {
        region = finder.region_at(regions, 9, 3, {});
        std::this_thread::sleep_for(1ms);
    } while (finder.busy());
    return region ? region : finder.region_at(regions, 9, 3, {});
}

TEST(RegionFinder, FindsTheRegionOnceItIsThereAndNeverWaits) {
    RegionFinder finder;
    const auto slow = std::make_shared<SlowRegions>();
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(finder.region_at(slow, 9, 3, {}));
    EXPECT_TRUE(finder.busy());
    slow->fetched.release();
    const auto region = found(finder, slow);
    ASSERT_TRUE(region);
    EXPECT_EQ(region->rect, (PixelRect{8, 0, 8, 8}));
    EXPECT_FALSE(finder.busy());
    EXPECT_FALSE(finder.region_at(slow, 99, 3, {}));
}

TEST(RegionFinder, IsDoneOnceTheyAreThereThoughNobodyAsksAnyMore) {
    RegionFinder finder;
    const auto slow = std::make_shared<SlowRegions>();
    EXPECT_FALSE(finder.region_at(slow, 9, 3, {}));
    finder.take_fetched();
    EXPECT_TRUE(finder.busy());
    slow->fetched.release();
    while (finder.busy()) finder.take_fetched();
    EXPECT_TRUE(finder.region_at(slow, 9, 3, {}));
}

TEST(RegionFinder, ForgetsTheRegionsOfAFrameThatIsGone) {
    RegionFinder finder;
    const auto old = std::make_shared<SlowRegions>();
    EXPECT_FALSE(finder.region_at(old, 9, 3, {}));
    const auto newer = std::make_shared<HostRegions>(std::vector<Region>(1, [] {
        Region region;
        region.rect = {0, 0, 16, 16};
        return region;
    }()));
    EXPECT_FALSE(finder.region_at(newer, 9, 3, {})) << "those of the old frame are on their way";
    old->fetched.release();
    const auto region = found(finder, newer);
    ASSERT_TRUE(region);
    EXPECT_EQ(region->rect, (PixelRect{0, 0, 16, 16}));
}

TEST(RegionFinder, FindsNothingWhereTheRegionsCannotBeHad) {
    RegionFinder finder;
    const auto lost = std::make_shared<SlowRegions>();
    lost->lost = true;
    lost->fetched.release();
    EXPECT_FALSE(found(finder, lost));
}

}  // namespace
}  // namespace mariani::app
