#include "compute/model/suited.hpp"

#include "compute/model/limits.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

TEST(SuitedTest, RegionsHaveAtLeastSixteenPixelsToBeginWith) {
    const auto g_of = [](int side) { return suited_subdivision({side, 1}, 16).g; };
    EXPECT_EQ(g_of(127), 4);
    EXPECT_EQ(g_of(128), 8);
    EXPECT_EQ(g_of(1024), 64);
    EXPECT_EQ(g_of(1920), 64);
    EXPECT_EQ(g_of(3840), 128);
}

TEST(SuitedTest, ButThereAreNeitherFewNorThousandsOfThem) {
    EXPECT_EQ(suited_subdivision({1, 1}, 16).g, 4);
    EXPECT_EQ(suited_subdivision({16384, 16384}, 16).g, 128);
    EXPECT_EQ(suited_subdivision({65536, 65536}, 16).g, 128);
}

TEST(SuitedTest, TheLongerSideCounts) {
    EXPECT_EQ(suited_subdivision({3840, 90}, 16).g, 128);
    EXPECT_EQ(suited_subdivision({90, 3840}, 16).g, 128);
}

TEST(SuitedTest, BStays) {
    for (const int B : {1, 16, 65536}) EXPECT_EQ(suited_subdivision({3840, 2160}, B).B, B);
}

TEST(SuitedTest, MayBe) {
    for (const int side : {1, 15, 127, 128, 2047, 65536})
        EXPECT_FALSE(why_invalid(suited_subdivision({side, side}, 16)));
    EXPECT_FALSE(why_invalid(suited::block_of_ex));
}

}  // namespace
}  // namespace mariani
