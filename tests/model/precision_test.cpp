#include "compute/model/suited.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

TEST(PrecisionTest, TheWholeSetIsSinglePrecision) {
    EXPECT_EQ(suited_precision({{-0.5, 0}, 2}, {2048, 2048}), Precision::f32);
}

TEST(PrecisionTest, ADeepViewIsDoublePrecision) {
    EXPECT_EQ(suited_precision({{-1.25066, 0.02012}, 0.00017}, {2160, 2160}), Precision::f64);
}

TEST(PrecisionTest, MorePixelsOfTheSameViewNeedMoreDigits) {
    const View seahorse{{-0.745, 0.113}, 0.02};
    EXPECT_EQ(suited_precision(seahorse, {1024, 1024}), Precision::f32);
    EXPECT_EQ(suited_precision(seahorse, {16384, 16384}), Precision::f64);
}

}  // namespace
}  // namespace mariani
