#include "compute/subdivision/divisor.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// A wrong factor shows first near multiples, and at the largest dividends.
TEST(Divisor, DividesAsDivisionDoes) {
    for (std::uint32_t by = 1; by <= 1U << 16; by += by < 300 ? 1 : 97) {
        const subdivision::Divisor divisor(by);
        const auto expect_at = [&](std::uint32_t dividend) {
            ASSERT_EQ(dividend / divisor, dividend / by) << dividend << " / " << by;
            ASSERT_EQ(dividend % divisor, dividend % by) << dividend << " % " << by;
        };
        const std::uint32_t last = 0xFFFFFFFF / by;
        for (const std::uint32_t quotient : {0U, 1U, 2U, last / 3, last - last / 7, last - 1, last})
            for (const std::uint32_t offset : {0U, 1U, by - 1}) {
                expect_at(quotient * by + offset);
                if (quotient > 0) expect_at(quotient * by - 1);
            }
    }
    const subdivision::Divisor max(1 << 16);
    EXPECT_EQ(max.value(), 1U << 16);
    EXPECT_EQ(0xFFFFFFFF / max, 0xFFFFU);
}

}  // namespace
}  // namespace mariani::tests
