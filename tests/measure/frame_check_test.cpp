// A check finds every damaged pixel, and reports its region.
#include "app/measure/frame_check.hpp"

#include "tests/measure/engines.hpp"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// A frame's dwells, to be damaged.
class Damaged {
  public:
    explicit Damaged(const HostField<std::uint32_t>& field)
        : extent_(field.extent), dwells_(field.values.begin(), field.values.end()) {}
    HostField<std::uint32_t> host() const { return {extent_, dwells_}; }
    std::uint32_t& at(int x, int y) { return dwells_[index(extent_, x, y)]; }

  private:
    PixelRect extent_;
    std::vector<std::uint32_t> dwells_;
};

FrameRequest request_of(PixelRect part) {
    FrameRequest request;
    request.image = {200, 160};
    request.part = part;
    request.dwell_limit = 300;
    request.backend = Backend::cpu;
    request.engine = EngineKind::ask;
    request.keep_regions = true;
    return request;
}

TEST(FrameCheckTest, FindsADamagedPixelAndTheRegionOverIt) {
    for (const PixelRect part : {PixelRect{0, 0, 200, 160}, PixelRect{50, 40, 100, 80}}) {
        const auto frame = engines()(request_of(part), {});
        ASSERT_TRUE(frame);
        const auto dwells = frame->dwells.host<std::uint32_t>();
        const render::RegionIndex regions(frame->regions->on_host());
        Damaged damaged(dwells);
        EXPECT_TRUE(wrong_pixels(damaged.host(), dwells, regions).empty());
        const auto listed = frame->regions->on_host();
        for (const Region& region : *listed) {
            if (region.outcome == Outcome::subdivided) continue;
            const int x = region.rect.x + region.rect.width / 2;
            const int y = region.rect.y + region.rect.height / 2;
            const auto right = damaged.at(x, y);
            damaged.at(x, y) = right + 1;
            const auto wrong = wrong_pixels(damaged.host(), dwells, regions);
            ASSERT_EQ(wrong.size(), 1u);
            EXPECT_EQ(wrong[0].x, x);
            EXPECT_EQ(wrong[0].y, y);
            EXPECT_EQ(wrong[0].shown, right + 1);
            EXPECT_EQ(wrong[0].right, right);
            EXPECT_EQ(wrong[0].region, region);
            EXPECT_EQ(filled_regions_of(wrong), region.outcome == Outcome::filled ? 1u : 0u);
            damaged.at(x, y) = right;
        }
        damaged.at(part.x + part.width - 1, part.y + part.height - 1) += 1;
        damaged.at(part.x, part.y) += 1;
        EXPECT_EQ(wrong_pixels(damaged.host(), dwells, regions).size(), 2u);
    }
}

TEST(FrameCheckTest, ComparesWithEx) {
    auto request = request_of({0, 0, 200, 160});
    request.engine = std::nullopt;
    std::atomic<double> progress = 0;
    const auto check = check_frame(request, engines(), {}, progress);
    ASSERT_TRUE(check);
    EXPECT_EQ(progress, 1);
    EXPECT_EQ(check->plan.engine, EngineKind::ask);
    EXPECT_EQ(check->ex.levels.size(), 1U) << "one level: Ex";
    const auto shown = check->shown.host<std::uint32_t>();
    const auto right = check->right.host<std::uint32_t>();
    std::size_t different = 0;
    for (std::size_t i = 0; i < shown.values.size(); ++i)
        different += shown.values[i] != right.values[i];
    EXPECT_EQ(check->wrong.size(), different);
}

TEST(FrameCheckTest, StopsWhenItIsTold) {
    std::stop_source stop;
    stop.request_stop();
    std::atomic<double> progress = 0;
    EXPECT_FALSE(check_frame(request_of({0, 0, 200, 160}), engines(), stop.get_token(), progress));
}

}  // namespace
}  // namespace mariani::app
