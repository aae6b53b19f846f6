// The textbook's two buffers (Fig. 13.12), step by step.
#include "compute/workloads/points/textbook.hpp"

#include "compute/workloads/points/reference.hpp"
#include "compute/workloads/points/runner.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace mariani::points {
namespace {

// The quadrants of level 1 have 2, 3, 0 and 1 of them.
const std::vector<Point> six{{0.9F, 0.9F}, {0.1F, 0.9F}, {0.6F, 0.9F},
                             {0.9F, 0.1F}, {0.6F, 0.6F}, {0.2F, 0.8F}};
constexpr SplitRule two_at_most{2, 8};

std::string text_of(const std::vector<std::int32_t>& buffer) {
    std::string text;
    for (const std::int32_t point : buffer)
        text += point == unwritten ? "-" : std::to_string(point);
    return text;
}

TEST(TextbookTest, PointsGoToAndFroBetweenTheBuffers) {
    const auto steps = textbook_steps(two_at_most, six);
    ASSERT_EQ(steps.size(), 4U);
    EXPECT_EQ(text_of(steps[0].buffers[0]), "012345");
    EXPECT_EQ(text_of(steps[0].buffers[1]), "------");
    // Level 1: by quadrant in buffer 1, each in the order of the input.
    EXPECT_EQ(text_of(steps[1].buffers[0]), "012345");
    EXPECT_EQ(text_of(steps[1].buffers[1]), "150243");
    // Level 2: the three of the top right are cut into buffer 0; the others are copied back.
    EXPECT_EQ(text_of(steps[2].buffers[0]), "152043");
    EXPECT_EQ(text_of(steps[2].buffers[1]), "150243");
    // The end: leaves of level 2 were in buffer 0 already.
    EXPECT_EQ(text_of(steps[3].buffers[0]), "152043");
    EXPECT_EQ(steps[1].nodes.size(), 4U);
    EXPECT_EQ(steps[2].nodes.size(), 4U);
    EXPECT_TRUE(steps[3].nodes.empty());
}

TEST(TextbookTest, MovesLeadFromEachPlaceToTheNext) {
    const auto steps = textbook_steps(two_at_most, six);
    EXPECT_EQ(moves_between(two_at_most, steps[0], steps[1]),
              (std::vector<BufferMove>{{0, 0, 2, 0, 1},
                                       {1, 1, 0, 0, 1},
                                       {2, 2, 3, 0, 1},
                                       {3, 3, 5, 0, 1},
                                       {4, 4, 4, 0, 1},
                                       {5, 5, 1, 0, 1}}));
    // Two leaves are copied, and one node is cut.
    const auto second = moves_between(two_at_most, steps[1], steps[2]);
    ASSERT_EQ(second.size(), 6U);
    EXPECT_EQ(second[0], (BufferMove{1, 0, 0, 1, 0}));
    EXPECT_EQ(second[2], (BufferMove{0, 2, 3, 1, 0}));
    EXPECT_EQ(second[3], (BufferMove{2, 3, 2, 1, 0}));
    EXPECT_TRUE(moves_between(two_at_most, steps[2], steps[3]).empty());
}

// All that a step shows is what the engine DP does, and the end is what it returns.
TEST(TextbookTest, TheStepsAreThoseOfTheTreeOfDp) {
    for (const auto& distribution : choices<Distribution>()) {
        if (distribution.value == Distribution::picture) continue;
        for (const std::int64_t count : {0, 1, 2, 17, 64}) {
            Plan plan;
            plan.count = count;
            plan.rule = {2, 5};
            plan.distribution = distribution.value;
            plan.engine = EngineKind::dp;
            const auto runner = make_runner(plan);
            ASSERT_TRUE(runner->run({}));
            const auto input = runner->input();
            const auto steps = textbook_steps(plan.rule, input);
            std::vector<Node> nodes;
            for (const BufferStep& step : steps)
                nodes.insert(nodes.end(), step.nodes.begin(), step.nodes.end());
            EXPECT_EQ(nodes, runner->nodes()) << distribution.name << " " << count;
            std::vector<Point> end;
            for (const std::int32_t point : steps.back().buffers[0])
                end.push_back(input[static_cast<std::size_t>(point)]);
            EXPECT_EQ(end, runner->points()) << distribution.name << " " << count;
        }
    }
}

TEST(TextbookTest, SixtyFourEquidistantPointsHaveFourLevelsAndTheEnd) {
    Plan plan;
    plan.count = 64;
    plan.distribution = Distribution::grid;
    std::vector<Point> input;
    for (std::uint32_t i = 0; i < 64; ++i) input.push_back(point_of(emitter_of(plan, nullptr), i));
    const auto steps = textbook_steps({2, 8}, input);
    ASSERT_EQ(steps.size(), 5U);
    EXPECT_EQ(steps[3].nodes.size(), 64U);
}

}  // namespace
}  // namespace mariani::points
