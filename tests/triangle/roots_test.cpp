// Where the rows of the seed's roots go wrong: the figures of this workload's README.
#include "compute/workloads/triangle/roots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

constexpr std::uint64_t all = std::uint64_t{1} << 32;
constexpr float printed = -0.4999F;  // epsilon = 1e-4
constexpr float none = -0.5F;

using Row = std::function<std::uint32_t(std::uint32_t)>;

// Rows change at triangle numbers only, so a root that is right on both sides of each is right
// between them.
std::uint64_t first_wrong(const Row& row) {
    for (std::uint64_t i = 1;; ++i) {
        const std::uint64_t first = i * (i + 1) / 2;
        if (first + 1 >= all) return all;
        for (const std::uint64_t lambda : {first - 1, first, first + 1}) {
            const std::uint64_t expected = lambda < first           ? i - 1
                                           : lambda < first + i + 1 ? i
                                                                    : i + 1;
            if (row(static_cast<std::uint32_t>(lambda)) != expected) return lambda;
        }
    }
}

// A reciprocal root that is so many units in the last place off.
Row by_reciprocal(int units, float offset) {
    return [=](std::uint32_t lambda) {
        const float x = root_argument(lambda);
        const auto bits = std::bit_cast<std::int32_t>(reciprocal_root(x)) + units;
        return RowByReciprocal::from(x, std::bit_cast<float>(bits), offset);
    };
}

template <typename Variant>
Row of(float offset) {
    return [=](std::uint32_t lambda) { return Variant::of(lambda, offset); };
}

TEST(TriangleRootsTest, TheStepMakesEveryRowExact) {
    EXPECT_EQ(first_wrong(of<ExactRow>(none)), all);
    for (int units = -2; units <= 2; ++units) {
        const Row root = by_reciprocal(units, none);
        EXPECT_EQ(first_wrong([&](std::uint32_t lambda) { return stepped(root(lambda), lambda); }),
                  all)
            << units;
    }
}

TEST(TriangleRootsTest, TheRootAsPrintedFailsWhereTheReadmeSays) {
    EXPECT_EQ(first_wrong(of<RowByRoot>(printed)), 10'619'135U);
    EXPECT_EQ(first_wrong(of<RowByRoot>(none)), 10'619'135U);
}

TEST(TriangleRootsTest, TheReciprocalAsPrintedFailsWhereTheReadmeSays) {
    EXPECT_EQ(first_wrong(of<RowByReciprocal>(printed)), 4'940'795U);
    EXPECT_EQ(first_wrong(by_reciprocal(+1, printed)), 2'039'189U);
    EXPECT_EQ(first_wrong(by_reciprocal(-1, printed)), 400'960U);
    EXPECT_EQ(first_wrong(by_reciprocal(+2, printed)), 1'504'244U);
    EXPECT_EQ(first_wrong(by_reciprocal(-2, printed)), 102'378U);
    EXPECT_EQ(first_wrong(of<RowByReciprocal>(none)), 465U);
    EXPECT_EQ(first_wrong(by_reciprocal(-1, none)), 1U);
}

TEST(TriangleRootsTest, NewtonAsPrintedFailsWhereTheReadmeSays) {
    EXPECT_EQ(first_wrong(of<RowByNewton>(printed)), 1'900'275U);
    EXPECT_EQ(first_wrong(of<RowByNewton>(none)), 1U);
}

// As a compiler does that fuses nothing.
TEST(TriangleRootsTest, NewtonWithEveryProductRoundedFailsSooner) {
    const auto rounded = [](float offset) -> Row {
        return [=](std::uint32_t lambda) {
            const float x = root_argument(lambda), half = x * 0.5F;
            float y = std::bit_cast<float>(0x5F3759DF - (std::bit_cast<std::int32_t>(x) >> 1));
            for (int step = 0; step < 3; ++step) y *= 1.5F - half * y * y;
            return static_cast<std::uint32_t>(std::max(0.0F, x * y + offset));
        };
    };
    EXPECT_EQ(first_wrong(rounded(printed)), 1'316'253U);
    EXPECT_EQ(first_wrong(rounded(none)), 3U);
}

// The offset that a plan's epsilon gives is the printed one.
TEST(TriangleRootsTest, TheDefaultEpsilonIsThePrintedOffset) {
    EXPECT_EQ(static_cast<float>(1e-4 - 0.5), printed);
}

}  // namespace
}  // namespace mariani::triangle
