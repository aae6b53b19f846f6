#include "compute/model/decimal.hpp"

#include "compute/model/text.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace mariani {
namespace {

Decimal decimal(const std::string& text) {
    return Decimal::of(read_digits(text).value()).value();
}

std::string written(const Decimal& value) {
    const DecimalDigits number = value.digits();
    return (number.negative ? "-." : ".") + number.digits + "e" + std::to_string(number.exponent);
}

TEST(DecimalTest, DigitsAreThoseOfTheTextWithoutOuterZeros) {
    for (const auto& [text, expected] :
         {std::pair("-12.50", "-.125e2"),
          {"0.00375", ".375e-2"},
          {"3", ".3e1"},
          {"120", ".12e3"},
          {".5e1", ".5e1"},
          {"5.E-3", ".5e-2"},
          {"-0.0e7", ".e0"},
          {"00012.000000000000000000500", ".120000000000000000005e2"},
          {"1e+16", ".1e17"}})
        EXPECT_EQ(written(decimal(text)), expected) << text;
}

TEST(DecimalTest, WhatIsNotWhollyANumberHasNoDigits) {
    for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1e5x", "1.2.3", "--1", "+1", "0x1",
                             "nan", "inf", "1e5.0", " 1", "1 "})
        EXPECT_FALSE(read_digits(text)) << text;
}

TEST(DecimalTest, SumsAreExact) {
    for (const auto& [a, b, sum] :
         {std::tuple("0.1", "0.2", ".3e0"),
          {"-1", "0.000000000000000000000000000001", "-.999999999999999999999999999999e0"},
          {"0.999999999999999999", "0.000000000000000001", ".1e1"},
          {"-0.25", "0.25", ".e0"},
          {"-0.1234567890123456789", "-0.9", "-.10234567890123456789e1"},
          {"5", "-5.0000000000000000000000000001", "-.1e-27"}}) {
        EXPECT_EQ(written(decimal(a) + decimal(b)), sum) << a << " + " << b;
        EXPECT_EQ(written(decimal(b) + decimal(a)), sum) << b << " + " << a;
    }
}

TEST(DecimalTest, ANumberAndItsNegativeAddUpToNothing) {
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        std::string text = random() % 2 ? "-0." : "12.";
        for (auto length = random() % 60 + 1; length > 0; --length)
            text += static_cast<char>('0' + random() % 10);
        EXPECT_EQ(decimal(text) + decimal(text).negated(), Decimal()) << text;
        EXPECT_EQ(decimal(text).negated().negated(), decimal(text)) << text;
    }
}

TEST(DecimalTest, RoundsToAnyNumberOfDigits) {
    const Decimal third = decimal("0." + std::string(60, '3'));
    for (const int decimals : {1, 17, 18, 19, 35, 36, 37, 59})
        EXPECT_EQ(third.rounded(decimals), decimal("0." + std::string(decimals, '3')));
    EXPECT_EQ(third.rounded(60), third);
    EXPECT_EQ(decimal("0.9996").rounded(3), decimal("1"));
    EXPECT_EQ(decimal("-0.9996").rounded(3), decimal("-1"));
    EXPECT_EQ(decimal("2.5").rounded(0), decimal("3"));
    EXPECT_EQ(decimal("-2.75").rounded(0), decimal("-3"));
}

TEST(DecimalTest, FixedTextHasAsManyDigitsAsAskedFor) {
    EXPECT_EQ(decimal("-0.05").fixed_text(4), "-0.0500");
    EXPECT_EQ(decimal("12.3456").fixed_text(2), "12.35");
    EXPECT_EQ(decimal("7").fixed_text(0), "7");
    EXPECT_EQ(decimal("0").fixed_text(3), "0.000");
    EXPECT_EQ(decimal("1e-30").fixed_text(31), "0.0000000000000000000000000000010");
    EXPECT_EQ(decimal("0.996").fixed_text(2), "1.00");
}

TEST(DecimalTest, NearestDoublesAreTheStandardLibrarys) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t pattern = random();
        double value = 0;
        std::memcpy(&value, &pattern, sizeof value);
        if (!std::isfinite(value)) continue;
        ASSERT_EQ(nearest_double(shortest_digits(value)), value);
    }
    // Half way between two doubles, to even; and a digit beyond, however far.
    const std::string half = "1.00000000000000011102230246251565404236316680908203125";
    EXPECT_EQ(nearest_double(*read_digits(half)), 1);
    EXPECT_EQ(nearest_double(*read_digits(half + std::string(5000, '0') + "1")),
              1 + std::numeric_limits<double>::epsilon());
    EXPECT_EQ(nearest_double(*read_digits("-1e-999999")), 0);
    EXPECT_EQ(nearest_double(*read_digits("-1e999999")), -std::numeric_limits<double>::infinity());
}

TEST(DecimalTest, HasALimitedNumberOfDigits) {
    const auto with_decimals = [](std::int64_t count) {
        return Decimal::of({false, std::string(static_cast<std::size_t>(count), '7'), 0});
    };
    EXPECT_TRUE(with_decimals(Decimal::most_decimals));
    EXPECT_FALSE(with_decimals(Decimal::most_decimals + 1));
    for (const char* text : {"1e-200000", "1e-9223372036854775807", "1e18",
                             "1e99999999999999999999999", "-1e-99999999999999999999999"})
        EXPECT_FALSE(Decimal::of(*read_digits(text))) << text;
}

}  // namespace
}  // namespace mariani
