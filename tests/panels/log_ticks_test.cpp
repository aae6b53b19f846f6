// Where logarithmic axes have names, and which.
#include "app/panels/curve_chart.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Names = std::vector<std::string>;

Names names(PlotRange range, int most) {
    Names found;
    for (const double value : log_ticks(range, most)) found.push_back(tick_name(value));
    return found;
}

TEST(LogTicksTest, PowersOfTwoAreNamed) {
    EXPECT_EQ(names({0.25, 16}, 10), (Names{"1/4", "1/2", "1", "2", "4", "8", "16"}));
    EXPECT_EQ(names({0.98, 66'000}, 20).back(), "65,536");
    EXPECT_EQ(names({0.9, 66'000}, 20).front(), "1");
}

TEST(LogTicksTest, WhereRoomIsShortSomeAreLeftOutButNever1) {
    EXPECT_EQ(names({0.25, 16}, 4), (Names{"1/4", "1", "4", "16"}));
    EXPECT_EQ(names({0.5, 1024}, 4), (Names{"1", "8", "64", "512"}));
}

TEST(LogTicksTest, OverManyDecadesPowersOfTenAreNamed) {
    EXPECT_EQ(names({0.1, 1e6}, 10),
              (Names{"0.1", "1", "10", "100", "1,000", "10,000", "100,000", "1.00 M"}));
}

TEST(LogTicksTest, BetweenTwoPowersTheNamesAreEquallyFarApart) {
    EXPECT_EQ(names({2.1, 3.9}, 5), (Names{"2.5", "3", "3.5"}));
    EXPECT_EQ(names({1000.5, 1003}, 4), (Names{"1,001", "1,002", "1,003"}));
    EXPECT_EQ(names({0.31, 0.369}, 4), (Names{"0.32", "0.34", "0.36"}));
}

TEST(LogTicksTest, ThereAreNeverMoreThanThereIsRoomFor) {
    for (const double from : {0.001, 0.3, 1.0, 7.7, 4000.0})
        for (const double factor : {1.001, 1.3, 2.0, 5.0, 100.0, 1e7})
            for (int most = 2; most < 12; ++most) {
                const auto values = log_ticks({from, from * factor}, most);
                EXPECT_LE(values.size(), static_cast<std::size_t>(most)) << from << " " << factor;
                for (const double value : values) {
                    EXPECT_GE(value, from * (1 - 1e-6));
                    EXPECT_LE(value, from * factor * (1 + 1e-6));
                }
            }
}

}  // namespace
}  // namespace mariani::app
