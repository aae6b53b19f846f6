#include "compute/workloads/points/reference.hpp"

#include <gtest/gtest.h>

namespace mariani::points {
namespace {

const SplitRule rule{1, 3};
const std::vector<Point> three{{0.1F, 0.9F}, {0.9F, 0.1F}, {0.8F, 0.1F}};

std::vector<Node> nodes() {
    return *expected_nodes(rule, three, {});
}

TEST(PointsReferenceTest, ThreePointsByHand) {
    const std::vector<Node> expected{
        {{0, 0}, 0, 3},                                                      // all
        {{1, 0}, 0, 1},  {{1, 1}, 1, 1},  {{1, 2}, 1, 1},  {{1, 3}, 1, 3},   // two bottom right
        {{2, 12}, 1, 1}, {{2, 13}, 1, 1}, {{2, 14}, 1, 1}, {{2, 15}, 1, 3},  // on its right
        {{3, 60}, 1, 1}, {{3, 61}, 1, 1}, {{3, 62}, 1, 2}, {{3, 63}, 2, 3}};
    EXPECT_EQ(nodes(), expected);
}

TEST(PointsReferenceTest, SaysWhatIsWrong) {
    const auto expected = nodes();
    const std::vector<Point> sorted{three[0], three[2], three[1]};
    EXPECT_EQ(why_wrong(rule, expected, three, expected, sorted).value_or(""), "");
    EXPECT_EQ(why_wrong(rule, expected, three, expected, three).value_or(""),
              "the point 0.9, 0.1 is outside its leaf: level 3, prefix 62, points 1 to 2");
    auto other = expected;
    other[3].end = 2;
    EXPECT_EQ(why_wrong(rule, expected, three, other, sorted).value_or(""),
              "a node is level 1, prefix 2, points 1 to 2; recursion gives level 1, prefix 2, "
              "points 1 to 1");
    other = expected;
    other.pop_back();
    EXPECT_EQ(why_wrong(rule, expected, three, other, sorted).value_or(""),
              "there are 12 nodes; recursion gives 13");
    const std::vector<Point> changed{three[0], {0.81F, 0.1F}, three[1]};
    EXPECT_EQ(why_wrong(rule, expected, three, expected, changed).value_or(""),
              "a point is lost or duplicated");
}

}  // namespace
}  // namespace mariani::points
