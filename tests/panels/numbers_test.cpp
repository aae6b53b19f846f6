#include "app/panels/numbers.hpp"

#include "compute/model/text.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(NumbersTest, WholeNumbersAreGroupedByThousands) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(-1'048'576), "-1,048,576");
}

// Where B ends it nothing could be subdivided; where all is filled nothing had to be.
TEST(NumbersTest, OnlyALevelThatCanBeSubdividedHasAProbability) {
    EXPECT_EQ(probability_text(75, 25, 100), "0.75");
    EXPECT_EQ(probability_text(0, 0, 100), "0.00");
    EXPECT_EQ(probability_text(0, 1, 100), "-");
    EXPECT_EQ(probability_text(0, 0, 0), "-");
}

TEST(NumbersTest, ThreeDigitsCount) {
    EXPECT_EQ(significant(0), "0");
    EXPECT_EQ(significant(0.012345), "0.0123");
    EXPECT_EQ(significant(1.2345), "1.23");
    EXPECT_EQ(significant(12.345), "12.3");
    EXPECT_EQ(significant(99.96), "100");
    EXPECT_EQ(significant(999.7), "1,000");
    EXPECT_EQ(significant(123456), "123,000");
    EXPECT_EQ(significant(2.5e11), "2.50e+11");
    EXPECT_EQ(significant(std::numeric_limits<double>::infinity()), "-");
}

TEST(NumbersTest, CountsAreShortenedWhereTheyDoNotFit) {
    EXPECT_EQ(count_within(65536, 6), "65,536");
    EXPECT_EQ(count_within(1'431'538, 6), "1.43 M");
    EXPECT_EQ(count_within(1'431'538, 9), "1,431,538");
    EXPECT_EQ(scaled(999'999), "1.00 M");
}

TEST(NumbersTest, SharesOfNothingAreNone) {
    EXPECT_EQ(share(1, 3), "33.3 %");
    EXPECT_EQ(share(1, 0), "-");
}

TEST(NumbersTest, MagnificationsGoOnBeyondAllDoubles) {
    EXPECT_EQ(magnification(0.002), "1,000 x");
    EXPECT_EQ(magnification(1e-300), "2.00e+300 x");
    EXPECT_EQ(magnification(parse_length("2.5e-5000").value()), "8.00e+4999 x");
}

TEST(NumbersTest, OfALongNumberTheMiddleIsLeftOut) {
    const PlanePoint point = parse_point("-0.1234567890123456789012345678,0.5").value();
    EXPECT_EQ(place(point, 4), "-0.1235, 0.5000");
    EXPECT_EQ(place(point, 25), "-0.123456…89012346, 0.5000000…00000000");
}

TEST(NumbersTest, DurationsFitTheirSize) {
    EXPECT_EQ(duration(640), "640 ms");
    EXPECT_EQ(duration(12'340), "12.3 s");
    EXPECT_EQ(duration(250'000), "4 min 10 s");
    EXPECT_EQ(duration(7'320'000), "2 h 2 min");
}

}  // namespace
}  // namespace mariani::app
