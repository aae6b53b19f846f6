// Points that somebody has put elsewhere, and what a recorded run tells of each line.
#include "compute/workloads/curves/reference.hpp"
#include "compute/workloads/curves/runner.hpp"
#include "engines.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

class CurvesRecord : public EngineTest {};

TEST_P(CurvesRecord, APlacedPointLiesThereOnEachOfItsLinesAtAllTimes) {
    Plan asked = plan(3);
    const Point a{0.25F, 0.5F}, b{0.75F, 0.125F}, c{0, 1};
    asked.placed = {{1, a}, {2, b}, {6, c}};
    const auto runner = make_runner(asked);
    for (const float time : {0.0F, 2.0F}) {
        ASSERT_TRUE(runner->move_to(time, asked.placed, {}));
        ASSERT_TRUE(runner->run({}));
        std::vector<Line> expected;
        for (std::uint32_t i = 0; i < 3; ++i) expected.push_back(line_of({asked.seed, time}, i));
        expected[0].control = a;
        expected[0].end = expected[1].start = b;
        expected[2].end = c;
        EXPECT_EQ(runner->lines(), expected);
        EXPECT_EQ(why_wrong(*expected_vertices(asked.rule, expected, {}), runner->tessellation())
                      .value_or(""),
                  "");
    }
    ASSERT_TRUE(runner->move_to(0, {}, {}));  // as the emitter has them
    ASSERT_TRUE(runner->run({}));
    EXPECT_EQ(runner->lines()[0], line_of({asked.seed, 0}, 0));
}

TEST_P(CurvesRecord, APlanWithPlacedPointsNeedsNoMove) {
    Plan asked = plan(40);
    asked.placed = {{0, {0.5F, 0.5F}}};
    const auto runner = make_runner(asked);
    ASSERT_TRUE(runner->run({}));
    EXPECT_EQ(runner->lines()[0].start, (Point{0.5F, 0.5F}));
}

TEST_P(CurvesRecord, EachLineIsRecordedWhereAndWhenItWasPlaced) {
    for (const int pool : {16, 2048}) {
        Plan asked = plan(1000);
        asked.pool = pool;
        const auto runner = make_runner(asked);
        ASSERT_TRUE(runner->run({}));
        const auto before = runner->tessellation();
        const auto trace = runner->trace({});
        ASSERT_TRUE(trace);
        ASSERT_EQ(trace->size(), 1000U);
        std::uint32_t line = 0, first = ~0U;
        for (const BlockRecord& record : *trace) {
            EXPECT_EQ(record.block, line++);
            EXPECT_LE(record.begin_ns, record.end_ns);
            EXPECT_LT(record.end_ns, 2'000'000'000U);
            first = std::min(first, record.begin_ns);
        }
        EXPECT_EQ(first, 0U);
        EXPECT_EQ(why_wrong(before, runner->tessellation()).value_or(""), "");
    }
}

TEST_P(CurvesRecord, LostLinesAreNotRecorded) {
    Plan asked = plan(1000);
    asked.pool = 1;
    asked.repair = false;
    const auto runner = make_runner(asked);
    ASSERT_TRUE(runner->run({}));
    const auto trace = runner->trace({});
    ASSERT_TRUE(trace);
    const auto& offsets = runner->tessellation().offsets;
    std::vector<std::uint32_t> recorded, placed;
    for (const BlockRecord& record : *trace) recorded.push_back(record.block);
    for (std::uint32_t i = 0; i < 1000; ++i)
        if (offsets[i] != offsets[i + 1]) placed.push_back(i);
    EXPECT_EQ(recorded, placed);
}

TEST_P(CurvesRecord, AStoppedRecordingReturnsNothingAndTheNextRunIsRight) {
    const auto runner = make_runner(plan(500));
    ASSERT_TRUE(runner->run({}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(runner->trace(stop.get_token()));
    ASSERT_TRUE(runner->run({}));
    const auto expected = expected_vertices(plan(500).rule, runner->lines(), {});
    EXPECT_EQ(why_wrong(*expected, runner->tessellation()).value_or(""), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, CurvesRecord, testing::ValuesIn(engines()), case_name);

TEST(CurvesPlacedTest, OneThreadIsOneUnit) {
    Plan plan;
    plan.lines = 20'000;
    plan.threads = 1;
    const auto runner = make_runner(plan);
    ASSERT_TRUE(runner->run({}));
    const auto trace = runner->trace({});
    for (const BlockRecord& record : *trace) ASSERT_EQ(record.unit, 0);
}

TEST(CurvesPlacedTest, APointIsPutElsewhereOnceAndInOrder) {
    std::vector<PlacedPoint> placed;
    for (const std::uint32_t number : {7U, 2U, 9U, 2U})
        placed = with_point(placed, {number, {0, 0.5F}});
    placed = with_point(placed, {7, {1, 1}});
    EXPECT_EQ(placed, (std::vector<PlacedPoint>{{2, {0, 0.5F}}, {7, {1, 1}}, {9, {0, 0.5F}}}));
}

TEST(CurvesPlacedTest, APointLiesWhereItsLinesSay) {
    const std::vector<Line> lines{line_of({1, 0}, 0), line_of({1, 0}, 1)};
    EXPECT_EQ(point_of(lines, 0), lines[0].start);
    EXPECT_EQ(point_of(lines, 1), lines[0].control);
    EXPECT_EQ(point_of(lines, 2), lines[1].start);
    EXPECT_EQ(point_of(lines, 4), lines[1].end);
}

TEST(CurvesPlacedTest, PlacedPointsThatCannotBeAreRefused) {
    const auto why = [](std::vector<PlacedPoint> placed) {
        Plan plan;
        plan.lines = 2;
        plan.placed = std::move(placed);
        return why_invalid(plan).value_or("");
    };
    EXPECT_EQ(why({{0, {0, 0}}, {4, {1, 1}}}), "");
    EXPECT_EQ(why({{5, {0, 0}}}), "point 5 is placed, but with 2 lines the last point is 4");
    EXPECT_EQ(why({{1, {0, 1.5F}}}), "point 1 is placed at (0, 1.5): both must be from 0 to 1");
    EXPECT_EQ(why({{1, {0, 0}}, {1, {0, 0}}}),
              "placed points must be in ascending order of their numbers, each once");
    EXPECT_EQ(why(std::vector<PlacedPoint>(1001)), "1001 points are placed: the limit is 1000");
}

}  // namespace
}  // namespace mariani::curves
