#include "compute/model/counter_hash.hpp"

#include <set>

#include <gtest/gtest.h>

namespace mariani {
namespace {

constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

// The published sequence of SplitMix64 from the state 1234567.
TEST(CounterHashTest, MixesAsSplitMix64Does) {
    std::uint64_t state = 1234567;
    for (const std::uint64_t expected :
         {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
          16408922859458223821U})
        EXPECT_EQ(mix64(state += golden_gamma), expected);
}

TEST(CounterHashTest, DependsOnSeedAndIndex) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 64; ++seed)
        for (std::uint64_t index = 0; index < 64; ++index) seen.insert(counter_hash(seed, index));
    EXPECT_EQ(seen.size(), 64U * 64U);
}

TEST(CounterHashTest, MakesFractionsBelowOneThatFillTheInterval) {
    constexpr int numbers = 1 << 16, bins = 16;
    int counts[bins]{};
    for (int i = 0; i < numbers; ++i) {
        const float value = unit_float(counter_hash(7, static_cast<std::uint64_t>(i)));
        ASSERT_GE(value, 0);
        ASSERT_LT(value, 1);
        ++counts[static_cast<int>(value * bins)];
    }
    for (const int count : counts) EXPECT_NEAR(count, numbers / bins, 300);
    EXPECT_EQ(unit_float(~std::uint64_t{0}), 1 - 0x1p-24F);
    EXPECT_EQ(unit_float(0), 0);
}

}  // namespace
}  // namespace mariani
