#include "compute/workloads/mandelbrot/deep/place.hpp"

#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

const Place home{"-0.5", "0", "2"};

std::string why(const Place& place) {
    return why_invalid(place).value_or("");
}

TEST(DeepPlaceTest, TextsThatAreNumbers) {
    for (const char* text :
         {"0", "-0", "+.5", "5.", "1e-7", "1E+2", "-0.75e-0000000001", "1e-1000000"})
        EXPECT_EQ(why({text, "0", "1"}), "") << text;
    EXPECT_EQ(why({"0", "0", "1e-100000"}), "");
    EXPECT_EQ(why({"0." + std::string(limits::characters - 2, '7'), "0", "1e-50"}), "");
}

TEST(DeepPlaceTest, TextsThatAreNone) {
    const std::string null_inside(
        "1\0"
        "2",
        3);
    for (const std::string& text : {std::string(),
                                    std::string("nan"),
                                    std::string("inf"),
                                    std::string("-Inf"),
                                    std::string("@Inf@"),
                                    std::string("0x1p3"),
                                    std::string("1p3"),
                                    std::string("1@3"),
                                    std::string(" 1"),
                                    std::string("1 "),
                                    std::string("1,5"),
                                    std::string("1.5.2"),
                                    std::string("."),
                                    std::string("-"),
                                    std::string("e5"),
                                    std::string("1e"),
                                    std::string("1e+"),
                                    std::string("1e--5"),
                                    std::string("1e5.0"),
                                    std::string("--1"),
                                    std::string("1_000"),
                                    std::string("\xD9\xA1"),
                                    std::string("1e1000001"),
                                    std::string("1e-1000001"),
                                    std::string("1e99999999999999999999"),
                                    std::string("1e-99999999999999999999"),
                                    null_inside}) {
        EXPECT_NE(why({text, "0", "1"}), "") << text;
        EXPECT_NE(why({"0", text, "1"}), "") << text;
        EXPECT_NE(why({"0", "0", text}), "") << text;
    }
}

TEST(DeepPlaceTest, SaysWhatIsWrong) {
    EXPECT_EQ(why({"nan", "0", "1"}),
              "the centre's real part is \"nan\": it must be a decimal number, such as -0.75 or "
              "1.5e-300, with an exponent of at most 1000000");
    EXPECT_EQ(why({"0", "1000001", "1"}),
              "the centre's imaginary part is 1000001: it must be from -1e6 to 1e6");
    EXPECT_EQ(why({"0", "0", "0"}), "the view's height is 0: it must be from 1e-100000 to 1e6");
    EXPECT_EQ(why({"0", "0", "-1"}), "the view's height is -1: it must be from 1e-100000 to 1e6");
    EXPECT_EQ(why({"0", "0", "9.99e-100001"}),
              "the view's height is 9.99e-100001: it must be from 1e-100000 to 1e6");
    EXPECT_EQ(why({std::string(limits::characters + 1, '1'), "0", "1"}),
              "the centre's real part has 1000001 characters: it may have 1000000");
    EXPECT_EQ(why({std::string(100, 'x'), "0", "1"}).substr(0, 84),
              "the centre's real part is \"" + std::string(40, 'x') + "...\": it must be ");
}

TEST(DeepPlaceTest, ALadderRefusesWhatIsNotValid) {
    Ladder ladder(1);
    Progress progress;
    EXPECT_THROW(ladder.compute({{"0", "0", "nan"}, {8, 8}, 10}, {}, progress),
                 std::invalid_argument);
    EXPECT_THROW(ladder.compute({home, {0, 8}, 10}, {}, progress), std::invalid_argument);
    EXPECT_THROW(ladder.compute({home, {65536, 65536}, 10}, {}, progress), std::invalid_argument);
    EXPECT_THROW(ladder.compute({home, {8, 8}, 0}, {}, progress), std::invalid_argument);
    EXPECT_THROW(ladder.compute({home, {8, 8}, 10'000'001}, {}, progress), std::invalid_argument);
}

TEST(DeepPlaceTest, PitchBits) {
    EXPECT_EQ(pitch_bits({"0", "0", "1"}, {1, 1}), 0);
    EXPECT_EQ(pitch_bits({"0", "0", "2"}, {640, 512}), 8);
    EXPECT_EQ(pitch_bits({"0", "0", "2"}, {640, 511}), 8);
    EXPECT_EQ(pitch_bits({"0", "0", "2"}, {640, 513}), 9);
    EXPECT_EQ(pitch_bits({"0", "0", "1e6"}, {640, 512}), 0);
    EXPECT_EQ(pitch_bits({"0", "0", "1e-100000"}, {1, 1}), 332193);
}

TEST(DeepPlaceTest, PointsOfPixels) {
    const PixelPoints points({"-0.5", "0.25", "2"}, {8, 4}, 64);
    EXPECT_EQ(mpfr_get_d(points.re(0).value.get(), MPFR_RNDN), -0.5 - 3.5 * 0.5);
    EXPECT_EQ(mpfr_get_d(points.re(7).value.get(), MPFR_RNDN), -0.5 + 3.5 * 0.5);
    EXPECT_EQ(mpfr_get_d(points.im(0).value.get(), MPFR_RNDN), 0.25 + 1.5 * 0.5);
    EXPECT_EQ(mpfr_get_d(points.im(3).value.get(), MPFR_RNDN), 0.25 - 1.5 * 0.5);
    EXPECT_TRUE(points.re(0).exact);
    EXPECT_FALSE(PixelPoints({"0", "0", "2"}, {8, 5}, 64).re(0).exact);
    EXPECT_TRUE(PixelPoints({"0", "0", "0.1"}, {5, 5}, 64).re(2).exact);
    EXPECT_FALSE(PixelPoints({"0.1", "0", "2"}, {8, 4}, 64).re(0).exact);
}

}  // namespace
}  // namespace mariani::deep
