#include "compute/model/limits.hpp"

#include "tests/model/many_digits.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mariani {
namespace {

FrameRequest allowed_request() {
    FrameRequest request;
    request.image = {640, 480};
    request.part = whole(request.image);
    return request;
}

TEST(LimitsTest, TheDefaultsAreAllowed) {
    EXPECT_EQ(why_invalid(allowed_request()), std::nullopt);
}

TEST(LimitsTest, ARefusalNamesTheFieldTheValueAndWhatIsAllowed) {
    FrameRequest request = allowed_request();
    request.g = 0;
    EXPECT_EQ(why_invalid(request), "g is 0: it must be a whole number from 1 to 32768");
}

TEST(LimitsTest, EveryNumberIsRefusedOutsideItsRange) {
    const auto refused = [](auto damage) {
        FrameRequest request = allowed_request();
        damage(request);
        return why_invalid(request).has_value();
    };
    EXPECT_TRUE(refused([](FrameRequest& r) { r.r = 1; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.r = 1025; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.g = 32769; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.B = 0; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.dwell_limit = 0; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.dwell_limit = 10'000'001; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.image.width = 0; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.image.height = 65537; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.view.height = 0; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.view.height = -2; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.view.centre.re = 1e300; }));
    EXPECT_TRUE(refused([](FrameRequest& r) { r.view.centre.im = -1e300; }));
}

TEST(LimitsTest, NotANumberIsRefused) {
    FrameRequest request = allowed_request();
    request.view.height = std::stod("nan");
    EXPECT_TRUE(why_invalid(request));
    request = allowed_request();
    request.view.centre.re = std::stod("nan");
    EXPECT_TRUE(why_invalid(request));
}

TEST(LimitsTest, ThePartMustLieInsideTheImage) {
    FrameRequest request = allowed_request();
    for (const PixelRect part :
         {PixelRect{0, 0, 0, 5}, PixelRect{-1, 0, 5, 5}, PixelRect{630, 0, 11, 5},
          PixelRect{0, 470, 5, 11}, PixelRect{2147483647, 0, 5, 5}}) {
        request.part = part;
        EXPECT_TRUE(why_invalid(request)) << part.x << "," << part.y;
    }
    request.part = {639, 479, 1, 1};
    EXPECT_FALSE(why_invalid(request));
}

}  // namespace
TEST(LimitsTest, DpHasNoWarpPerRegion) {
    FrameRequest request = allowed_request();
    request.scheme = Scheme::wpr;
    EXPECT_FALSE(why_invalid(request));
    request.engine = EngineKind::dp;
    EXPECT_EQ(why_invalid(request), "a warp per region (WPR) is for ASK only; DP has SBR and MBR");
}

TEST(LimitsTest, TheProcessorHasNoWarpPerRegion) {
    FrameRequest request = allowed_request();
    request.scheme = Scheme::wpr;
    request.backend = Backend::cpu;
    EXPECT_EQ(why_invalid(request), "a warp per region (WPR) needs a GPU; the CPU has SBR and MBR");
    request.backend = Backend::cuda;
    EXPECT_FALSE(why_invalid(request));
    request.backend = Backend::cpu;
    request.engine = EngineKind::ex;
    EXPECT_FALSE(why_invalid(request)) << "Ex has no scheme";
}

TEST(LimitsTest, ABlockHasAtMost1024Threads) {
    EXPECT_FALSE(why_invalid(BlockSize{32, 32}));
    EXPECT_FALSE(why_invalid(BlockSize{1, 1024}));
    EXPECT_EQ(why_invalid(BlockSize{64, 32}),
              "the block is 64x32: it must have at most 1024 threads");
    EXPECT_TRUE(why_invalid(BlockSize{0, 32}));
    EXPECT_TRUE(why_invalid(BlockSize{1 << 30, 1 << 30}));
}

TEST(LimitsTest, ViewsOfJuliaSetsGoFurtherDownThanTheirFrames) {
    FrameRequest request = allowed_request();
    request.view = deep_view(99'999);
    EXPECT_EQ(why_invalid(request.view), std::nullopt);
    EXPECT_EQ(why_invalid(request), std::nullopt);
    request.view.julia = PlanePoint{-0.8, 0.156};
    EXPECT_EQ(why_invalid(request.view), std::nullopt);
    EXPECT_EQ(why_invalid(request),
              "the view's height is 2.5e-99999: it must be from 1e-300 to 1e+06");
    request.view.julia.reset();
    request.precision = Precision::f64;
    EXPECT_EQ(why_invalid(request),
              "the precision is f64: it ends at heights of 1e-300, and this one is 2.5e-99999; "
              "choose scaled, or auto");
    request.view.height = parse_length("1e-100001").value();
    EXPECT_EQ(why_invalid(request.view),
              "the view's height is 1e-100001: it must be from 1e-100000 to 1e+06");
}

}  // namespace mariani
