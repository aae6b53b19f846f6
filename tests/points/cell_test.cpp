#include "compute/model/counter_hash.hpp"
#include "compute/workloads/points/node.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::points {
namespace {

TEST(PointsCellTest, QuadrantsGoFromTheTopLeftToTheBottomRight) {
    EXPECT_EQ(key_of({0.25F, 0.75F}, 1), 0U);
    EXPECT_EQ(key_of({0.75F, 0.75F}, 1), 1U);
    EXPECT_EQ(key_of({0.25F, 0.25F}, 1), 2U);
    EXPECT_EQ(key_of({0.75F, 0.25F}, 1), 3U);
    EXPECT_EQ(key_of({0.5F, 0.5F}, 1), 1U);  // on the centre: right, and not below it
}

TEST(PointsCellTest, AKeyHasTheDigitsOfComparisonsWithCentres) {
    for (int i = 0; i < 20'000; ++i) {
        Point point{unit_float(counter_hash(7, 2 * static_cast<std::uint64_t>(i))),
                    unit_float(counter_hash(7, 2 * static_cast<std::uint64_t>(i) + 1))};
        if (i % 3 == 0)
            point = {static_cast<float>(i % 256) / 256, static_cast<float>(i / 256) / 256};
        if (i == 1) point = {0, below_one};
        if (i == 2) point = {below_one, 0};
        const std::uint32_t key = key_of(point, max_depth);
        Cell cell;
        for (std::uint32_t level = 0; level < max_depth; ++level) {
            ASSERT_TRUE(contains(cell, point)) << i << " at level " << level;
            ASSERT_EQ(cell.prefix, key_of(point, static_cast<int>(level)));
            const std::uint32_t quadrant = quadrant_of(point, centre_of(cell));
            ASSERT_EQ(digit_of(key, max_depth, level), quadrant);
            cell = {level + 1, cell.prefix << 2 | quadrant};
        }
        ASSERT_EQ(cell.prefix, key);
    }
}

TEST(PointsCellTest, ChildrenTileTheirParent) {
    const Node node{{3, 41}, 10, 50};
    const Borders borders{{10, 20, 20, 45}};
    std::uint32_t at = 10;
    for (std::uint32_t q = 0; q < 4; ++q) {
        const Node child = child_of(node, borders, q);
        EXPECT_EQ(child.begin, at);
        EXPECT_EQ(child.cell, (Cell{4, 164 + q}));
        EXPECT_TRUE(contains(node.cell, centre_of(child.cell)));
        EXPECT_EQ(quadrant_of(centre_of(child.cell), centre_of(node.cell)), q);
        at = child.end;
    }
    EXPECT_EQ(at, 50U);
}

TEST(PointsNodeTest, NoTreeHasMoreNodesThanPromised) {
    EXPECT_EQ(most_nodes({16, 12}, 0), 1);
    EXPECT_EQ(most_nodes({16, 12}, 16), 1);
    EXPECT_EQ(most_nodes({0, 1}, 5), 5);
    EXPECT_EQ(most_nodes({0, 2}, 1'000), 21);
    EXPECT_EQ(most_nodes({2, 8}, 64), 1 + 4 * (1 + 4 + 16 + 5 * 21));
}

// Cells of all levels up to the deepest, each once, in an order that is none.
std::vector<Node> shuffled_nodes() {
    std::vector<Node> nodes;
    for (std::uint32_t level = 0; level <= max_depth; ++level)
        for (std::uint32_t i = 0; i < std::min(1U << (2 * std::min(level, 6U)), 5000U); ++i) {
            const std::uint32_t deepest = level == max_depth ? ~0U : (1U << (2 * level)) - 1;
            nodes.push_back({{level, deepest - i}, i, i + 1});
        }
    std::ranges::shuffle(nodes, std::mt19937(7));
    return nodes;
}

TEST(PointsNodeTest, NodesAreSortedByLevelAndThenByPrefix) {
    auto nodes = shuffled_nodes(), expected = nodes;
    std::ranges::sort(expected, {}, [](const Node& node) {
        return std::pair(node.cell.level, node.cell.prefix);
    });
    ASSERT_TRUE(sort_by_level(nodes, {}));
    EXPECT_EQ(nodes, expected);
    ASSERT_TRUE(sort_by_level(nodes, {}));
    EXPECT_EQ(nodes, expected);
    std::vector<Node> none;
    EXPECT_TRUE(sort_by_level(none, {}));
}

TEST(PointsNodeTest, AStoppedSortSaysSo) {
    std::stop_source stop;
    stop.request_stop();
    auto nodes = shuffled_nodes();
    EXPECT_FALSE(sort_by_level(nodes, stop.get_token()));
}

TEST(PointsNodeTest, LevelsAddUp) {
    const SplitRule rule{1, 2};
    const std::vector<Node> nodes{{{0, 0}, 0, 3}, {{1, 0}, 0, 1}, {{1, 1}, 1, 3},
                                  {{1, 2}, 3, 3}, {{1, 3}, 3, 3}, {{2, 4}, 1, 3}};
    const auto levels = levels_of(rule, nodes);
    ASSERT_EQ(levels.size(), 3U);
    EXPECT_EQ(levels[0], (LevelStats{1, 1, 0}));
    EXPECT_EQ(levels[1], (LevelStats{4, 1, 1}));
    EXPECT_EQ(levels[2], (LevelStats{1, 0, 2}));
    EXPECT_EQ(levels[1].probability(), 0.25);
}

}  // namespace
}  // namespace mariani::points
