// What a finished tree is asked: pictures, levels and queries, of every engine on both backends
// beside plain loops over all nodes and points.
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/points/runner.hpp"
#include "compute/workloads/points/sorted_keys.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::points {
namespace {

using Engine = std::pair<EngineKind, Backend>;

class LookSuite : public testing::TestWithParam<Engine> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(GetParam().second)) GTEST_SKIP() << *why;
    }

    std::unique_ptr<Runner> tree(Distribution distribution = Distribution::clumps,
                                 std::int64_t count = 20'000, SplitRule rule = {16, 9}) const {
        Plan plan;
        plan.engine = GetParam().first;
        plan.backend = GetParam().second;
        plan.count = count;
        plan.rule = rule;
        plan.distribution = distribution;
        auto runner = make_runner(plan);
        EXPECT_TRUE(runner->run({}));
        return runner;
    }
};

// The leaf that has the centre of a pixel, by a look at all.
const Node* leaf_under(const TreePart& part, int column, int row, const SplitRule& rule,
                       const std::vector<Node>& nodes) {
    const double pitch = part.height / part.size.height;
    const double x = part.x + (column + 0.5 - 0.5 * part.size.width) * pitch;
    const double y = part.y - (row + 0.5 - 0.5 * part.size.height) * pitch;
    for (const Node& node : nodes) {
        if (is_subdivided(rule, node)) continue;
        const Point corner = corner_of(node.cell);
        const double side{side_of(node.cell)};
        if (x >= double{corner.x} && x < double{corner.x} + side && y >= double{corner.y} &&
            y < double{corner.y} + side)
            return &node;
    }
    return nullptr;
}

void expect_planes(Runner& runner, const SplitRule& rule, const TreePart& part) {
    TreePlanes planes;
    ASSERT_TRUE(runner.look(part, true, planes, {}));
    const auto nodes = runner.nodes();
    const auto pixels = static_cast<std::size_t>(pixel_count(part.size));
    ASSERT_EQ(planes.levels.size(), pixels);
    ASSERT_EQ(planes.counts.size(), pixels);
    std::vector<std::uint32_t> density(pixels);
    for (const Point& point : runner.points()) {
        const double pitch = part.height / part.size.height;
        const double across = (double{point.x} - part.x) / pitch + 0.5 * part.size.width;
        const double down = 0.5 * part.size.height - (double{point.y} - part.y) / pitch;
        if (across >= 0 && across < part.size.width && down >= 0 && down < part.size.height)
            ++density[static_cast<std::size_t>(down) * static_cast<std::size_t>(part.size.width) +
                      static_cast<std::size_t>(across)];
    }
    EXPECT_EQ(planes.density, density);
    for (int row = 0; row < part.size.height; ++row)
        for (int column = 0; column < part.size.width; ++column) {
            const auto at = static_cast<std::size_t>(row * part.size.width + column);
            const Node* leaf = leaf_under(part, column, row, rule, nodes);
            ASSERT_EQ(planes.levels[at], leaf == nullptr ? no_leaf : leaf->cell.level)
                << column << ", " << row;
            ASSERT_EQ(planes.counts[at], leaf == nullptr ? 0 : point_count(*leaf));
        }
}

TEST_P(LookSuite, PixelsHaveTheLeafUnderTheirCentreAndThePointsInThem) {
    const auto runner = tree();
    expect_planes(*runner, {16, 9}, {0.5, 0.5, 1, {60, 60}});
    expect_planes(*runner, {16, 9}, {0.5, 0.5, 2.5, {41, 23}});      // the square within
    expect_planes(*runner, {16, 9}, {0.31, 0.642, 0.07, {70, 30}});  // a part of it
    expect_planes(*runner, {16, 9}, {0, 1, 0.5, {33, 35}});          // a corner
}

TEST_P(LookSuite, TreesWithoutPointsOrLevelsHavePicturesToo) {
    expect_planes(*tree(Distribution::uniform, 0), {16, 9}, {0.5, 0.5, 1, {8, 8}});
    expect_planes(*tree(Distribution::uniform, 10), {16, 9}, {0.5, 0.5, 1, {8, 8}});
    expect_planes(*tree(Distribution::uniform, 300, {0, 16}), {0, 16}, {0.5, 0.5, 1, {24, 24}});
}

TEST_P(LookSuite, CountsAreLeftOutIfNobodyAsks) {
    TreePlanes planes;
    ASSERT_TRUE(tree()->look({0.5, 0.5, 1, {16, 16}}, false, planes, {}));
    EXPECT_EQ(planes.levels.size(), 256U);
    EXPECT_TRUE(planes.counts.empty());
}

TEST_P(LookSuite, AStoppedLookSaysSo) {
    std::stop_source stop;
    stop.request_stop();
    TreePlanes planes;
    EXPECT_FALSE(tree()->look({0.5, 0.5, 1, {16, 16}}, false, planes, stop.get_token()));
}

TEST_P(LookSuite, StoppedLevelsSaySoAndTheNextOnesAreRight) {
    const auto runner = tree();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(runner->levels(stop.get_token()));
    EXPECT_EQ(runner->levels({}), levels_of({16, 9}, runner->nodes()));
}

// Whenever the stop comes, there is nothing or all of it.
TEST_P(LookSuite, AStopWhileATreeIsLookedIntoLeavesItUsable) {
    const auto runner = tree(Distribution::uniform, 300'000, {1, 12});
    std::stop_source stop;
    TreePlanes planes, again;
    {
        std::jthread other([&] { stop.request_stop(); });
        runner->look({0.5, 0.5, 1, {64, 64}}, false, planes, stop.get_token());
    }
    EXPECT_FALSE(runner->look({0.5, 0.5, 1, {64, 64}}, false, planes, stop.get_token()));
    ASSERT_TRUE(runner->look({0.5, 0.5, 1, {64, 64}}, false, planes, {}));
    ASSERT_TRUE(tree(Distribution::uniform, 300'000, {1, 12})
                    ->look({0.5, 0.5, 1, {64, 64}}, false, again, {}));
    EXPECT_EQ(planes.levels, again.levels);
    EXPECT_EQ(planes.density, again.density);
}

TEST_P(LookSuite, LevelsAreThoseOfTheNodes) {
    for (const auto distribution : {Distribution::uniform, Distribution::clumps}) {
        const auto runner = tree(distribution);
        EXPECT_EQ(runner->levels({}), levels_of({16, 9}, runner->nodes()));
    }
}

// Every node of which the descent hears: its parent meets the disc in part.
DiscStats expected_find(const SplitRule& rule, const Disc& disc, Runner& runner) {
    DiscStats stats;
    const auto points = runner.points();
    for (const Node& node : runner.nodes()) {
        if (!is_visited(disc, node)) continue;
        ++stats.visited;
        if (meeting_of(disc, node.cell) == Meeting::within)
            ++stats.whole;
        else if (!is_subdivided(rule, node))
            stats.tested += point_count(node);
    }
    for (const Point& point : points) {
        const double x = double{point.x} - double{disc.centre.x};
        const double y = double{point.y} - double{disc.centre.y};
        if (x * x + y * y <= double{disc.radius} * double{disc.radius}) ++stats.found;
    }
    return stats;
}

TEST_P(LookSuite, AQueryFindsThePointsInTheDisc) {
    const auto runner = tree();
    for (const Disc& disc :
         {Disc{{0.5F, 0.5F}, 0.1F}, Disc{{0.3F, 0.6F}, 0.01F}, Disc{{0, 0.999F}, 0.3F},
          Disc{{0.77F, 0.21F}, 0.001F}, Disc{{0.5F, 0.5F}, 1}}) {
        SCOPED_TRACE(testing::Message()
                     << disc.centre.x << ", " << disc.centre.y << ": " << disc.radius);
        EXPECT_EQ(runner->find(disc), expected_find({16, 9}, disc, *runner));
    }
}

TEST_P(LookSuite, AWholeTreeIsTakenWithoutALookAtItsPoints) {
    const auto runner = tree();
    EXPECT_EQ(runner->find({{0.5F, 0.5F}, 1}), (DiscStats{1, 1, 0, 20'000}));
}

TEST_P(LookSuite, AfterAnotherRunItsTreeIsSeen) {
    const auto runner = tree(Distribution::mouse);
    const Disc disc{{0.1F, 0.1F}, 0.05F};
    EXPECT_LT(runner->find(disc).found, 100);
    ASSERT_TRUE(runner->move_to(0, {0.1F, 0.1F}, {}));
    ASSERT_TRUE(runner->run({}));
    EXPECT_GT(runner->find(disc).found, 1000);
}

std::vector<Engine> look_engines() {
    std::vector<Engine> all;
    for (const auto& each : choices<EngineKind>()) {
        all.emplace_back(each.value, Backend::cpu);
        all.emplace_back(each.value, Backend::cuda);
    }
    return all;
}

std::string look_case_name(const testing::TestParamInfo<Engine>& one) {
    const auto& [engine, backend] = one.param;
    const bool mbr = engine == EngineKind::dp_mbr;
    return fmt::format("{}_{}", mbr ? "dp_mbr" : name_of(engine), name_of(backend));
}

INSTANTIATE_TEST_SUITE_P(Engines, LookSuite, testing::ValuesIn(look_engines()), look_case_name);

// What a GPU does for each pixel.
TEST(LeafTest, SearchInKeysLeadsToTheLeafOfTheTree) {
    Plan plan;
    plan.count = 5000;
    plan.rule = {4, 11};
    plan.distribution = Distribution::spiral;
    const auto runner = make_runner(plan);
    ASSERT_TRUE(runner->run({}));
    std::vector<std::uint32_t> keys;
    for (const Point& point : runner->points()) keys.push_back(key_of(point, 11));
    std::ranges::sort(keys);
    const SortedKeys sorted{keys.data(), 5000, 11};
    for (const Node& node : runner->nodes()) {
        if (is_subdivided(plan.rule, node)) continue;
        const std::uint32_t shift = 2 * (max_depth - node.cell.level);
        EXPECT_EQ(leaf_at(sorted, plan.rule, node.cell.prefix << shift), node);
        const auto last = ((std::uint64_t{node.cell.prefix} + 1) << shift) - 1;
        EXPECT_EQ(leaf_at(sorted, plan.rule, static_cast<std::uint32_t>(last)), node);
    }
}

TEST(MeetingTest, CellsAreApartFromADiscOrWithinItOrCutByIt) {
    const Disc disc{{0.5F, 0.5F}, 0.2F};
    EXPECT_EQ(meeting_of(disc, {0, 0}), Meeting::partly);
    EXPECT_EQ(meeting_of(disc, {2, 0}), Meeting::apart);          // the top left corner
    EXPECT_EQ(meeting_of(disc, {3, 0b001111}), Meeting::within);  // touches the middle
    EXPECT_EQ(meeting_of(disc, {2, 0b0011}), Meeting::partly);
    EXPECT_EQ(meeting_of({{0.5F, 0.5F}, 0.8F}, {0, 0}), Meeting::within);
}

}  // namespace
}  // namespace mariani::points
