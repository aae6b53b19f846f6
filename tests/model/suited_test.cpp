#include "compute/model/suited.hpp"

#include "compute/model/limits.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

TEST(SuitedTest, RegionsAreOfAboutSixtyPixelsToBeginWith) {
    const auto g_of = [](int side) { return suited_subdivision({0, 0, side, 1}, 16).g; };
    EXPECT_EQ(g_of(1024), 16);
    EXPECT_EQ(g_of(1920), 32);
    EXPECT_EQ(g_of(3840), 64);
    EXPECT_EQ(g_of(4096), 64);
}

TEST(SuitedTest, ButNeitherOneNorThousandsAcross) {
    EXPECT_EQ(suited_subdivision({0, 0, 1, 1}, 16).g, 4);
    EXPECT_EQ(suited_subdivision({0, 0, 200, 100}, 16).g, 4);
    EXPECT_EQ(suited_subdivision({0, 0, 16384, 16384}, 16).g, 64);
    EXPECT_EQ(suited_subdivision({0, 0, 65536, 65536}, 16).g, 64);
}

TEST(SuitedTest, LargePicturesHaveMoreLevels) {
    EXPECT_EQ(suited_subdivision({0, 0, 8192, 8192}, 16).r, 4);
    EXPECT_EQ(suited_subdivision({0, 0, 8193, 10}, 16).r, 2);
}

TEST(SuitedTest, TheLongerSideOfThePartCounts) {
    EXPECT_EQ(suited_subdivision({0, 0, 3840, 2160}, 16),
              suited_subdivision({5, 7, 2160, 3840}, 16));
}

TEST(SuitedTest, BStays) {
    for (const int B : {1, 16, 65536}) EXPECT_EQ(suited_subdivision({0, 0, 3840, 2160}, B).B, B);
}

TEST(SuitedTest, MayBe) {
    for (const int side : {1, 45, 359, 360, 1439, 65536})
        EXPECT_FALSE(refusal(suited_subdivision({0, 0, side, side}, 16)));
    EXPECT_FALSE(refusal(suited::block_of_ex));
}

}  // namespace
}  // namespace mariani
