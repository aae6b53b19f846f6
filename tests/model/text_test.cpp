#include "compute/model/text.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mariani {
namespace {

std::uint64_t bits(double value) {
    std::uint64_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

TEST(TextTest, EveryDoubleReadsBackAsTheSameBits) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t pattern = random();
        double value = 0;
        std::memcpy(&value, &pattern, sizeof value);
        if (!std::isfinite(value)) continue;
        const auto back = parse_real(to_text(value));
        ASSERT_TRUE(back) << to_text(value);
        ASSERT_EQ(bits(*back), pattern) << to_text(value);
    }
}

TEST(TextTest, AWrittenPointIsWhatAUserTypes) {
    EXPECT_EQ(to_text(PlanePoint{-0.5, 0}), "-0.5,0");
    EXPECT_EQ(parse_point("-0.743643887037151,0.131825904205330"),
              (PlanePoint{-0.743643887037151, 0.131825904205330}));
    EXPECT_EQ(parse_point(" -0.5 , +1e-3 "), (PlanePoint{-0.5, 1e-3}));
}

TEST(TextTest, APointMayBeASumAndItsMinusAPagesOwn) {
    const PlanePoint point{-0.75, 0.1};
    for (const char* text : {"-0.75+0.1i", "-0.75 + 0.1i", "(-0.75 + 0.1*I)", "0.1i - 0.75",
                             "\xE2\x88\x92"
                             "0.75+0.1i",
                             "\xE2\x88\x92"
                             "0.75,0.1",
                             "-7.5e-1+1e-1i"})
        EXPECT_EQ(parse_point(text), point) << text;
    EXPECT_EQ(parse_point("i"), (PlanePoint{0, 1}));
    EXPECT_EQ(parse_point("-0.75 \xE2\x88\x92 i"), (PlanePoint{-0.75, -1}));
    EXPECT_EQ(parse_coordinate("\xE2\x88\x92"
                               "2e\xE2\x88\x92"
                               "10"),
              Coordinate(-2e-10));
    for (const char* text : {"-0.75+0.1", "-0.75+0.1ii", "1 2+3i", "xi", "-0.75+0.1j"})
        EXPECT_FALSE(parse_point(text)) << text;
}

TEST(TextTest, WhatIsNotWhollyANumberIsNone) {
    for (const char* text :
         {"", " ", "1x", "0x10", "1,5", "--1", "+-1", "nan", "inf", "1e999", "1 2"})
        EXPECT_FALSE(parse_real(text)) << text;
    for (const char* text : {"", "-0.5", "-0.5,", ",1", "1,2,3", "1;2"})
        EXPECT_FALSE(parse_point(text)) << text;
}

TEST(TextTest, SizesAreWidthTimesHeight) {
    EXPECT_EQ(parse_size("3840x2160"), (ImageSize{3840, 2160}));
    EXPECT_EQ(to_text(ImageSize{1, 7}), "1x7");
    for (const char* text : {"3840", "x", "3840x", "x2160", "3.5x2", "99999999999x1"})
        EXPECT_FALSE(parse_size(text)) << text;
}

TEST(TextTest, AListIsNumbersAndRangesOfPowersOfTwo) {
    EXPECT_EQ(parse_list("2,4,8"), (std::vector<double>{2, 4, 8}));
    EXPECT_EQ(parse_list("2..16"), (std::vector<double>{2, 4, 8, 16}));
    EXPECT_EQ(parse_list("3..20"), (std::vector<double>{4, 8, 16}));
    EXPECT_EQ(parse_list("0.25..1,0.1, 5"), (std::vector<double>{0.25, 0.5, 1, 0.1, 5}));
    EXPECT_EQ(parse_list("8..8"), (std::vector<double>{8}));
    for (const char* text : {"", ",", "2,", "2;4", "a..4", "2..", "..4", "5..7", "8..2", "0..4",
                             "-2..4", "2...4", "1..1e999"})
        EXPECT_FALSE(parse_list(text)) << text;
}

TEST(TextTest, AListIsBounded) {
    std::string text = "1";
    for (int i = 1; i < 1000; ++i) text += ",1";
    EXPECT_EQ(parse_list(text).value_or(std::vector<double>{}).size(), 1000u);
    EXPECT_FALSE(parse_list(text + ",1"));
    EXPECT_FALSE(parse_list("1e-300..1e300"));
}

}  // namespace
}  // namespace mariani
