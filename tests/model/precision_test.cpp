#include "compute/model/frame_request.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

FrameRequest request_for(PlanePoint centre, double height, int side) {
    FrameRequest request;
    request.view = {centre, height};
    request.image = {side, side};
    request.part = whole(request.image);
    return request;
}

TEST(PrecisionTest, TheWholeSetIsSinglePrecision) {
    EXPECT_EQ(resolved_precision(request_for({-0.5, 0}, 2, 2048)), Precision::f32);
}

TEST(PrecisionTest, ADeepViewIsDoublePrecision) {
    EXPECT_EQ(resolved_precision(request_for({-1.25066, 0.02012}, 0.00017, 2160)), Precision::f64);
}

TEST(PrecisionTest, MorePixelsOfTheSameViewNeedMoreDigits) {
    EXPECT_EQ(resolved_precision(request_for({-0.745, 0.113}, 0.02, 1024)), Precision::f32);
    EXPECT_EQ(resolved_precision(request_for({-0.745, 0.113}, 0.02, 16384)), Precision::f64);
}

TEST(PrecisionTest, AChoiceIsObeyed) {
    FrameRequest request = request_for({-0.5, 0}, 2, 64);
    request.precision = Precision::f64;
    EXPECT_EQ(resolved_precision(request), Precision::f64);
}

}  // namespace
}  // namespace mariani
