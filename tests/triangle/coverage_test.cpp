#include "compute/workloads/triangle/runner.hpp"

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

// The domain has two elements, (0, 0) and (1, 0).
const std::uint64_t sum_of_all = fingerprint(0, 0) + fingerprint(1, 0);

Visits visits_of(std::uint64_t sum, std::vector<std::uint32_t> plane = {}) {
    Visits visits;
    visits.inside = 2;
    visits.sum = sum;
    visits.plane = std::move(plane);
    return visits;
}

TEST(CoverageTest, IsExactWhereEachElementIsVisitedOnce) {
    const Coverage coverage = coverage_of(2, sum_of_all, visits_of(sum_of_all, {1, 1}));
    EXPECT_TRUE(coverage.exact);
    EXPECT_EQ(coverage.missed, 0);
    EXPECT_EQ(coverage.repeated, 0);
}

TEST(CoverageTest, TellsOneVisitedTwiceFromBothVisited) {
    const Coverage coverage = coverage_of(2, sum_of_all, visits_of(2 * fingerprint(0, 0), {2, 0}));
    EXPECT_FALSE(coverage.exact);
    EXPECT_EQ(coverage.missed, 1);
    EXPECT_EQ(coverage.repeated, 1);
    EXPECT_FALSE(coverage_of(2, sum_of_all, visits_of(2 * fingerprint(0, 0))).exact);
}

TEST(CoverageTest, IsNotExactWithAVisitOutside) {
    Visits visits = visits_of(sum_of_all);
    visits.outside = 1;
    visits.first_outside = 7;
    EXPECT_FALSE(coverage_of(2, sum_of_all, visits).exact);
}

TEST(CoverageTest, RowsAndColumnsAreTold) {
    EXPECT_NE(fingerprint(1, 2), fingerprint(2, 1));
    EXPECT_NE(fingerprint(0, 1), fingerprint(1, 0));
    EXPECT_NE(fingerprint(0, 0), 0U);
}

}  // namespace
}  // namespace mariani::triangle
