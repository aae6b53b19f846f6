// Every engine on both backends beside plain loops, bit for bit.
#include "compute/workloads/curves/reference.hpp"
#include "compute/workloads/curves/runner.hpp"
#include "engines.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

class CurvesSuite : public EngineTest {
  protected:
    Plan plan(std::int64_t lines = 5000) const { return EngineTest::plan(lines); }

    // Runs twice, as the second run finds what the first one left.
    static RunStats expect_right(const Plan& plan, const std::vector<Line>* lines = nullptr) {
        SCOPED_TRACE(testing::Message()
                     << plan.lines << " lines, count by " << name_of(plan.rule.by) << ", cap "
                     << plan.rule.cap << ", blocks of " << plan.parent_block << " and "
                     << plan.child_block);
        EXPECT_EQ(why_invalid(plan).value_or(""), "");
        const auto runner = make_runner(plan);
        if (lines != nullptr) runner->take(*lines);
        runner->run({});
        const auto stats = runner->run({});
        if (!stats) {
            ADD_FAILURE() << "not finished";
            return {};
        }
        const auto input = runner->lines();
        if (lines == nullptr)
            for (std::size_t i = 0; i < input.size(); ++i)
                EXPECT_EQ(input[i], line_of(emitter_of(plan), static_cast<std::uint32_t>(i)));
        else
            EXPECT_EQ(input, *lines);
        const auto expected = expected_vertices(plan.rule, input, {});
        EXPECT_EQ(why_wrong(*expected, runner->tessellation()).value_or(""), "");
        EXPECT_EQ(stats->vertices, static_cast<std::int64_t>(expected->vertices.size()));
        EXPECT_EQ(stats->cut_lines, std::ranges::count_if(input, [&](const Line& line) {
                      return count_of(plan.rule, line).cut;
                  }));
        expect_launches(plan, *stats);
        return *stats;
    }

    static void expect_launches(const Plan& plan, const RunStats& stats) {
        const std::int64_t together = lines_a_launch(plan);
        const std::int64_t wanted =
            has_launches(plan.engine) ? (plan.lines + together - 1) / together : 0;
        EXPECT_EQ(stats.child_launches + stats.failed_launches + stats.failed_mallocs, wanted);
        EXPECT_LE(stats.failed_launches, std::max<std::int64_t>(0, wanted - plan.pool));
        EXPECT_LE(stats.most_pending, plan.pool);
        EXPECT_EQ(stats.most_pending > 0, wanted > 0);
    }
};

TEST_P(CurvesSuite, VerticesOfEitherCountAreThoseOfLoops) {
    for (const auto& by : choices<CountBy>()) {
        Plan asked = plan(20'000);
        asked.rule.by = by.value;
        expect_right(asked);
    }
}

TEST_P(CurvesSuite, AnyNumberOfLinesIsWhole) {
    for (const std::int64_t lines : {1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 1023})
        expect_right(plan(lines));
}

TEST_P(CurvesSuite, ManyLinesAreRight) {
    expect_right(plan(100'000));
}

TEST_P(CurvesSuite, ManyVerticesALineAreRight) {
    Plan asked = plan(300);
    asked.rule.cap = 1024;
    asked.rule.tolerance = 1e-6F;  // some 500 a line
    EXPECT_GT(expect_right(asked).vertices, 100'000);
}

TEST_P(CurvesSuite, BlocksOfAnySizeAreRight) {
    for (const int parent : {32, 64, 1024})
        for (const int child : {32, 96, 1024}) {
            Plan asked = plan(3000);
            asked.rule.cap = 256;
            asked.rule.tolerance = 1e-5F;
            asked.parent_block = parent;
            asked.child_block = child;
            expect_right(asked);
        }
}

TEST_P(CurvesSuite, LinesAreCutAtTheCap) {
    for (const std::uint32_t cap : {2U, 3U, 20U, 33U}) {
        Plan asked = plan();
        asked.rule.cap = cap;
        EXPECT_GT(expect_right(asked).cut_lines, 0);
    }
}

TEST_P(CurvesSuite, LinesWithoutAChordOrACurveAreNoExceptions) {
    const Point here{0.25F, 0.5F}, there{0.75F, 0.5F}, middle{0.5F, 0.5F};
    const std::vector<Line> lines{{here, here, here},      {here, there, here},
                                  {here, middle, there},   {here, here, there},
                                  {here, there, there},    {{0, 0}, {1e30F, 1e30F}, {1, 0}},
                                  {here, {0.5F, 1}, there}};
    for (const auto& by : choices<CountBy>()) {
        Plan asked = plan(static_cast<std::int64_t>(lines.size()));
        asked.rule.by = by.value;
        expect_right(asked, &lines);
    }
}

TEST_P(CurvesSuite, LaunchesBeyondThePoolAreCountedAndTheVerticesAreRight) {
    for (const int pool : {1, 64, 2048, 10'000}) {
        Plan asked = plan(10'000);
        asked.pool = pool;
        const RunStats stats = expect_right(asked);
        if (asked.engine == EngineKind::dp && pool == 1) {
            EXPECT_GT(stats.failed_launches, 0);
        }
        if (pool == 10'000) {
            EXPECT_EQ(stats.failed_launches, 0);
        }
    }
}

// How many these are is the machine's to say: launches end while others are made.
TEST_P(CurvesSuite, WithoutRepairTheLinesOfFailedLaunchesAreLostAndNoOthers) {
    for (const int pool : {1, 64, 10'000}) {
        SCOPED_TRACE(pool);
        Plan asked = plan(10'000);
        asked.pool = pool;
        asked.repair = false;
        const auto runner = make_runner(asked);
        for (int run = 0; run < 2; ++run) {
            const auto stats = runner->run({});
            ASSERT_TRUE(stats);
            expect_launches(asked, *stats);
            EXPECT_LE(stats->lost_lines, stats->failed_launches * lines_a_launch(asked));
            EXPECT_GE(stats->lost_lines, stats->failed_launches);
            const auto found = runner->tessellation();
            EXPECT_EQ(stats->vertices, static_cast<std::int64_t>(found.vertices.size()));
            std::int64_t empty = 0;
            for (std::size_t i = 0; i + 1 < found.offsets.size(); ++i)
                empty += found.offsets[i] == found.offsets[i + 1] ? 1 : 0;
            EXPECT_EQ(empty, stats->lost_lines);
            const auto all = expected_vertices(asked.rule, runner->lines(), {});
            EXPECT_EQ(why_wrong(without_lost(*all, found), found).value_or(""), "");
        }
    }
}

TEST_P(CurvesSuite, LaunchesOfAnyStreamAreRight) {
    for (const auto& streams : choices<StreamMode>())
        for (const int pool : {16, 10'000}) {
            SCOPED_TRACE(streams.name);
            Plan asked = plan(3000);
            asked.streams = streams.value;
            asked.pool = pool;
            expect_right(asked);
        }
}

TEST_P(CurvesSuite, VerticesThatDpAllocatesAreRight) {
    if (GetParam() != Engine{EngineKind::dp, Backend::cuda}) GTEST_SKIP() << "only dp allocates";
    for (const auto& streams : choices<StreamMode>())
        for (const int pool : {16, 10'000}) {
            SCOPED_TRACE(streams.name);
            Plan asked = plan(1000);  // 16 vertices of 8 bytes each, in the mean: there is room
            asked.memory = VertexMemory::heap;
            asked.streams = streams.value;
            asked.pool = pool;
            EXPECT_EQ(expect_right(asked).failed_mallocs, 0);
        }
}

TEST_P(CurvesSuite, MallocsThatFailAreCountedAndTheirLinesDoneInPlace) {
    if (GetParam() != Engine{EngineKind::dp, Backend::cuda}) GTEST_SKIP() << "only dp allocates";
    Plan asked = plan(20'000);
    asked.rule.cap = 256;
    asked.rule.tolerance = 1e-5F;  // some 150 vertices a line: 24 MB
    asked.memory = VertexMemory::heap;
    asked.pool = 20'000;
    for (int run = 0; run < 3; ++run) {  // what one leaves on the heap is freed for the next
        const RunStats stats = expect_right(asked);
        EXPECT_GT(stats.failed_mallocs, 10'000);
        EXPECT_GT(stats.child_launches, 500);
    }
    asked.repair = false;
    const auto runner = make_runner(asked);
    const auto lost = runner->run({});
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->lost_lines, lost->failed_mallocs + lost->failed_launches);
    const auto found = runner->tessellation();
    const auto all = expected_vertices(asked.rule, runner->lines(), {});
    EXPECT_EQ(why_wrong(without_lost(*all, found), found).value_or(""), "");
}

TEST_P(CurvesSuite, AHeapInUseKeepsItsSizeAndAnotherIsRefused) {
    if (GetParam() != Engine{EngineKind::dp, Backend::cuda}) GTEST_SKIP() << "only dp allocates";
    Plan asked = plan(100);
    asked.memory = VertexMemory::heap;
    expect_right(asked);
    const int held = asked.heap;
    asked.heap = 2 * held;
    try {
        make_runner(asked);
        FAIL() << "made";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(2 * held)), std::string::npos)
            << error.what();
    }
    asked.heap = held;
    expect_right(asked);
}

TEST_P(CurvesSuite, PartsOfTheLinesJoinToTheWhole) {
    Plan asked = plan(1000);
    asked.pool = 100;
    asked.repair = false;
    const auto runner = make_runner(asked);
    ASSERT_TRUE(runner->run({}));
    const auto whole = runner->tessellation();
    Tessellation joined{{0}, {}};
    for (const auto& [first, end] :
         {std::pair{0, 1}, {1, 1}, {1, 400}, {400, 999}, {999, 5000}, {1000, 5000}}) {
        const auto part = runner->tessellation(first, end);
        const auto before = joined.offsets.back();
        for (std::size_t i = 1; i < part.offsets.size(); ++i)
            joined.offsets.push_back(before + part.offsets[i]);
        joined.vertices.insert(joined.vertices.end(), part.vertices.begin(), part.vertices.end());
    }
    EXPECT_EQ(why_wrong(whole, joined).value_or(""), "");
}

// Exercises 5 and 6 of the textbook's chapter: 1024 lines, blocks of 64.
TEST_P(CurvesSuite, AThousandAndTwentyFourLinesMakeSixteenAggregatedLaunches) {
    Plan asked = plan(1024);
    const RunStats stats = expect_right(asked);
    if (asked.engine == EngineKind::dp) {
        EXPECT_EQ(stats.child_launches, 1024);
    }
    if (asked.engine == EngineKind::dp_block) {
        EXPECT_EQ(stats.child_launches, 16);
    }
}

TEST_P(CurvesSuite, MovedLinesAreThoseOfTheirTime) {
    Plan asked = plan();
    const auto runner = make_runner(asked);
    ASSERT_TRUE(runner->run({}));
    const auto before = runner->lines();
    ASSERT_TRUE(runner->move_to(3, {}, {}));
    ASSERT_TRUE(runner->run({}));
    EXPECT_NE(runner->lines(), before);
    std::vector<Line> moved;
    for (std::uint32_t i = 0; i < 5000; ++i) moved.push_back(line_of({asked.seed, 3}, i));
    EXPECT_EQ(runner->lines(), moved);
    EXPECT_EQ(
        why_wrong(*expected_vertices(asked.rule, moved, {}), runner->tessellation()).value_or(""),
        "");
}

// The room for vertices follows the lines, where it is not reserved.
TEST_P(CurvesSuite, LinesOfMoreVerticesThanBeforeAreRight) {
    const Plan asked = plan(500);
    const auto runner = make_runner(asked);
    for (const float size : {0.001F, 0.1F, 0.0F, 2.0F}) {
        const std::vector<Line> lines(500, Line{{0, 0}, {0.5F * size, size}, {size, 0}});
        runner->take(lines);
        ASSERT_TRUE(runner->run({}));
        EXPECT_EQ(why_wrong(*expected_vertices(asked.rule, lines, {}), runner->tessellation())
                      .value_or(""),
                  "");
    }
}

TEST_P(CurvesSuite, AnotherNumberOfLinesIsRefused) {
    const auto runner = make_runner(plan(2));
    EXPECT_THROW(runner->take(std::vector<Line>(1)), std::invalid_argument);
    EXPECT_THROW(runner->take(std::vector<Line>(3)), std::invalid_argument);
}

TEST_P(CurvesSuite, AStoppedRunReturnsNothingAndTheNextIsRight) {
    const auto runner = make_runner(plan());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(runner->run(stop.get_token()));
    ASSERT_TRUE(runner->run({}));
    EXPECT_FALSE(runner->run(stop.get_token()));
    ASSERT_TRUE(runner->run({}));
    const auto expected = expected_vertices(plan().rule, runner->lines(), {});
    EXPECT_EQ(why_wrong(*expected, runner->tessellation()).value_or(""), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, CurvesSuite, testing::ValuesIn(engines()), case_name);

}  // namespace
}  // namespace mariani::curves
