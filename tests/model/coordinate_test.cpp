#include "compute/model/coordinate.hpp"

#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "tests/model/many_digits.hpp"

#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace mariani {
namespace {

Coordinate coordinate(const std::string& text) {
    return parse_coordinate(text).value();
}

Length length(const std::string& text) {
    return parse_length(text).value();
}

TEST(CoordinateTest, TextIsKeptToTheLastDigit) {
    for (const std::size_t count : {18, 19, 36, 37, 100, 1000, 20'000, 100'000}) {
        const std::string text = "-1." + many_digits(count);
        EXPECT_EQ(to_text(coordinate(text)), text);
        EXPECT_EQ(coordinate(text), coordinate(text));
        EXPECT_FALSE(coordinate(text) == coordinate(text.substr(0, text.size() - 1)));
    }
    for (const char* text : {"1e-400", "-1.25e-5000", "3e-100000", "0.00012345678901234567890123"})
        EXPECT_EQ(to_text(coordinate(text)), text);
    EXPECT_EQ(to_text(coordinate("+0.1000000000000000000000001000")),
              "0.1000000000000000000000001");
}

TEST(CoordinateTest, WhatADoubleHoldsIsThatDouble) {
    EXPECT_EQ(coordinate("-0.743643887037151"), -0.743643887037151);
    EXPECT_EQ(coordinate("0.1000000000000000000"), 0.1);
    EXPECT_EQ(coordinate("5e-324"), 5e-324);
    EXPECT_FALSE(coordinate("0.10000000000000000000001") == 0.1);
    EXPECT_EQ(coordinate("0.10000000000000000000001").nearest(), 0.1);
    EXPECT_TRUE(std::signbit(coordinate("-0").nearest()));
}

TEST(CoordinateTest, NearestIsTheDoubleThatTheTextWasReadAsBefore) {
    for (unsigned i = 0; i < 3000; ++i) {
        const std::string text = "-0." + many_digits(1 + i % 40, i);
        EXPECT_EQ(coordinate(text).nearest(), parse_real(text)) << text;
    }
}

TEST(CoordinateTest, WhereDoublesTellPointsApartSumsAreThoseOfDoubles) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (int i = 0; i < 3000; ++i) {
        const double from = unit(random), by = unit(random) * std::pow(10, 6 * unit(random) - 6);
        EXPECT_EQ(Coordinate(from).moved(by, 1e-12), Coordinate(from + by)) << from << " " << by;
    }
}

TEST(CoordinateTest, FurtherDownASumHasTheDigitsThatAreNeeded) {
    const Coordinate from = 0.1;
    EXPECT_EQ(to_text(from.moved(2.5e-30, 1e-31)), "0.1000000000000000000000000000025");
    EXPECT_EQ(to_text(from.moved(-1e-25, 1e-28)), "0.0999999999999999999999999");
    const auto deep = length("1e-1000");
    const Coordinate there = from.moved(deep * 0.5, deep / 1000);
    EXPECT_EQ(to_text(there), "0.1" + std::string(999, '0') + "5");
    EXPECT_EQ(there.moved(deep * -0.5, deep / 1000), from);
    EXPECT_EQ(to_text(Coordinate(0).moved(length("5e-400"), length("1e-400"))), "5e-400");
    // Digits far below the step are left out.
    const std::string long_one = "0.1" + std::string(50, '0') + "123456789";
    EXPECT_EQ(to_text(coordinate(long_one).moved(1e-48, 1e-48)),
              "0.1" + std::string(46, '0') + "1000123");
    EXPECT_EQ(coordinate(long_one).moved(0, 1), coordinate(long_one)) << "unless there is no step";
}

TEST(CoordinateTest, StepsReachTheLeastHeight) {
    const Length pixel = limits::min_height / 65536;
    const Coordinate from = coordinate("-1.7" + many_digits(99'990));
    const Coordinate to = from.moved(pixel * 3, pixel);
    EXPECT_FALSE(to == from);
    EXPECT_NEAR((to - from) / pixel, 3, 1e-5);
    EXPECT_NEAR((from - to) / pixel, -3, 1e-5);
    EXPECT_EQ(parse_coordinate(to_text(to)), to);
}

TEST(CoordinateTest, DifferencesAreExactBeforeTheyAreRounded) {
    const std::string common = "0." + many_digits(5000);
    const Length apart = coordinate(common + "75") - coordinate(common + "5");
    EXPECT_EQ(to_text(apart), "2.5e-5001");
    EXPECT_EQ(to_text(coordinate("0.3") - coordinate("0.29999999999999999999999")), "1e-23");
    EXPECT_EQ(Coordinate(0.3) - Coordinate(0.1), Length(0.3 - 0.1)) << "of doubles as ever";
}

TEST(CoordinateTest, FixedTextIsRounded) {
    EXPECT_EQ(Coordinate(-0.743643).fixed_text(4), "-0.7436");
    EXPECT_EQ(coordinate("0.123456789012345678905").fixed_text(20), "0.12345678901234567891");
    EXPECT_EQ(Coordinate(0.1).fixed_text(25), "0.1000000000000000000000000");
}

TEST(CoordinateTest, HostileTextIsRefusedOrRead) {
    const std::string million(1'000'000, '9');
    for (const std::string& text :
         {million, "0." + million, "1e-" + million, "1e" + million, "-" + million + "e-" + million,
          std::string("1e-100063"), std::string("1e309"), std::string("-1e9223372036854775808"),
          std::string("nan"), std::string("-inf"), std::string("1e-"), std::string("0x1p-3"),
          std::string(1'000'000, '-'), std::string(1'000'000, 'e')})
        EXPECT_FALSE(parse_coordinate(text)) << text.substr(0, 20);
    EXPECT_EQ(parse_coordinate("0e999999999999999999999"), Coordinate(0));
    EXPECT_EQ(parse_coordinate("1e300"), Coordinate(1e300)) << "the limits refuse it by name";
    EXPECT_EQ(parse_coordinate(std::string(1'000'000, '0') + "1"), Coordinate(1));
    EXPECT_EQ(parse_coordinate("0.5" + std::string(1'000'000, '0')), Coordinate(0.5));
}

TEST(LengthTest, ComputesAsADoubleAsFarAsItIsOne) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> exponent(-140, 6);
    for (int i = 0; i < 3000; ++i) {
        const double a = std::pow(10, exponent(random)), b = std::pow(10, exponent(random));
        EXPECT_EQ((Length(a) * b).nearest(), a * b);
        EXPECT_EQ((Length(a) / 700).nearest(), a / 700);
        EXPECT_EQ(Length(a) / Length(b), a / b);
        EXPECT_EQ((Length(a) - Length(b)).nearest(), a - b);
        EXPECT_EQ(Length(a) < Length(b), a < b);
        EXPECT_EQ(to_text(Length(a)), to_text(a));
        EXPECT_EQ(log10(Length(a)), std::log10(a));
    }
}

TEST(LengthTest, GoesOnBelowAllDoubles) {
    Length height = 2;
    for (int i = 0; i < 100'000; ++i) height = height / 10;
    EXPECT_NEAR(height / length("2e-100000"), 1, 1e-10);
    EXPECT_NEAR(log10(height), std::log10(2) - 100'000, 1e-9);
    EXPECT_EQ(height.nearest(), 0);
    EXPECT_TRUE(height > Length(0) && height < Length(1e-300) && -height < Length(0));
    EXPECT_TRUE(length("1e-5000") < length("2e-5000") && length("1e-5001") < length("1e-5000"));
    EXPECT_TRUE(-length("1e-5000") < length("1e-9000") && length("-1e-5000") < Length(-0.0));
    EXPECT_EQ(length("6e-5000") / length("2e-5000"), 3);
    EXPECT_EQ(length("6e-5000") / length("2e-9000"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(length("6e-9000") / length("2e-5000"), 0);
    EXPECT_NEAR(length("5e-5200") / length("2e-5000") / 2.5e-200, 1, 1e-12);
    EXPECT_NEAR(Length(1) / length("1e-303") / 1e303, 1, 1e-12);
    EXPECT_NEAR((length("1e-300") - length("9e-301")) / length("1e-301"), 1, 1e-12);
    EXPECT_NEAR((length("1e-301") + Length(3e-300)) / length("3.1e-300"), 1, 1e-12);
    EXPECT_NEAR((Length(1e-200) * 1e-200) / length("1e-400"), 1, 1e-12);
    EXPECT_NEAR((length("1e-299") * 1e-300) / length("1e-599"), 1, 1e-12);
    EXPECT_NEAR((length("1e-299") * 5e-324) / length("5e-623"), 1, 1.1e-1);
    EXPECT_EQ(length("1e-5000") * 0, Length(0));
}

TEST(LengthTest, TextReadsBackAsTheSameLength) {
    std::mt19937 random(10);
    std::uniform_real_distribution<double> mantissa(0.1, 1);
    for (int i = 0; i < 5000; ++i) {
        for (const auto shifts : {random() % 3, random() % 400}) {
            const Length value = Length::shifted(mantissa(random), shifts);
            ASSERT_EQ(parse_length(to_text(value)), value) << to_text(value);
        }
    }
    EXPECT_EQ(parse_length(to_text(length("51e-305"))), length("51e-305"))
        << "where a double is near, but not the nearest";
    for (const char* text : {"1e-300", "1e-301", "1.5e-5000", "-2.25e-100000", "1e-599", "1e-600",
                             "1e-601", "9.999999999999999e-301"})
        EXPECT_EQ(to_text(length(text)), text);
    EXPECT_EQ(to_text(limits::min_height), "1e-100000");
}

}  // namespace
}  // namespace mariani
