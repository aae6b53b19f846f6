// Every engine on both backends beside plain recursion.
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/points/reference.hpp"
#include "compute/workloads/points/runner.hpp"

#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::points {
namespace {

std::shared_ptr<const Picture> ramp() {
    auto picture = std::make_shared<Picture>(Picture{16, 16, {}});
    for (int i = 0; i < 256; ++i) picture->brightness.push_back(static_cast<std::uint8_t>(i));
    return picture;
}

using Engine = std::pair<EngineKind, Backend>;

std::stop_token stopped() {
    std::stop_source stop;
    stop.request_stop();
    return stop.get_token();
}

class PointsSuite : public testing::TestWithParam<Engine> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(GetParam().second)) GTEST_SKIP() << *why;
    }

    Plan plan(std::int64_t count = 10'000, SplitRule rule = {16, 8}) const {
        Plan plan;
        plan.engine = GetParam().first;
        plan.backend = GetParam().second;
        plan.count = count;
        plan.rule = rule;
        return plan;
    }

    // Runs twice, as the second run finds what the first one left.
    static RunStats expect_right(const Plan& plan, const std::vector<Point>* points = nullptr) {
        EXPECT_EQ(why_invalid(plan).value_or(""), "");
        const auto runner = make_runner(plan);
        if (points != nullptr) runner->take(*points);
        runner->run({});
        const auto stats = runner->run({});
        if (!stats) {
            ADD_FAILURE() << "not finished";
            return {};
        }
        const auto input = runner->input();
        const auto nodes = runner->nodes();
        const auto expected = expected_nodes(plan.rule, input, {});
        EXPECT_EQ(why_wrong(plan.rule, *expected, input, nodes, runner->points()).value_or(""), "");
        EXPECT_EQ(stats->nodes, static_cast<std::int64_t>(expected->size()));
        return *stats;
    }
    void expect_right(const std::vector<Point>& points, SplitRule rule) const {
        SCOPED_TRACE(testing::Message()
                     << points.size() << " points, min " << rule.min << ", depth " << rule.depth);
        expect_right(plan(static_cast<std::int64_t>(points.size()), rule), &points);
    }
};

TEST_P(PointsSuite, TreesOfAllDistributionsAreThoseOfRecursion) {
    for (const auto& each : choices<Distribution>())
        for (const std::uint32_t depth : {1U, 5U, 12U, 16U}) {
            SCOPED_TRACE(testing::Message() << each.name << ", depth " << depth);
            Plan asked = plan(20'000, {16, depth});
            asked.distribution = each.value;
            if (each.value == Distribution::picture) asked.picture = ramp();
            expect_right(asked);
        }
}

TEST_P(PointsSuite, TreesOfManyPointsAreThoseOfRecursion) {
    for (const auto distribution : {Distribution::uniform, Distribution::clumps}) {
        Plan asked = plan(300'000, {32, 10});
        asked.distribution = distribution;
        expect_right(asked);
    }
}

TEST_P(PointsSuite, DuplicatesStopAtTheDepth) {
    std::vector<Point> points;
    for (int i = 0; i < 5000; ++i)
        points.push_back({static_cast<float>(i % 7) / 8, static_cast<float>(i % 5) / 8});
    for (const std::uint32_t min : {0U, 1U, 100U}) expect_right(points, {min, 9});
}

TEST_P(PointsSuite, EqualPointsStopAtTheDepth) {
    for (const std::size_t count : {2U, 3U, 1000U, 9000U})
        for (const std::uint32_t depth : {1U, 2U, 7U, 16U})
            expect_right(std::vector(count, Point{0.3F, 0.7F}), {1, depth});
}

TEST_P(PointsSuite, PointsOnCentresBelongToTheRightAndToTheTop) {
    std::vector<Point> points;
    for (int x = 0; x < 64; ++x)
        for (int y = 0; y < 64; ++y)
            points.push_back({static_cast<float>(x) / 64, static_cast<float>(y) / 64});
    for (const std::uint32_t depth : {3U, 6U, 7U, 16U}) expect_right(points, {0, depth});
}

TEST_P(PointsSuite, FewPointsAndCornersAreNoExceptions) {
    const float end = 0x1.FFFFFEp-1F;
    const std::vector<Point> corners{{0, 0}, {end, end}, {0, end}, {end, 0}, {0.5F, 0.5F}};
    for (const std::uint32_t min : {0U, 1U, 2U})
        for (std::size_t count = 0; count <= corners.size(); ++count)
            for (const std::uint32_t depth : {1U, 6U, 16U})
                expect_right({corners.begin(), corners.begin() + static_cast<int>(count)},
                             {min, depth});
}

TEST_P(PointsSuite, AMinOfAllPointsLeavesTheRootAlone) {
    EXPECT_EQ(expect_right(plan(5000, {5000, 8})).nodes, 1);
    EXPECT_GT(expect_right(plan(5000, {4999, 8})).nodes, 1);
}

// Exercises 7 and 8 of the textbook's chapter.
TEST_P(PointsSuite, SixtyFourEquidistantPointsMakeFourLevels) {
    Plan asked = plan(64, {2, 8});
    asked.distribution = Distribution::grid;
    const auto runner = make_runner(asked);
    const auto stats = runner->run({});
    ASSERT_TRUE(stats);
    EXPECT_EQ(stats->nodes, 85);
    const auto levels = levels_of(asked.rule, runner->nodes());
    ASSERT_EQ(levels.size(), 4U);
    std::int64_t subdivided = 0;
    for (const auto& level : levels) subdivided += level.subdivided;
    EXPECT_EQ(subdivided, 21);
    EXPECT_EQ(levels.back().points, 64);
    EXPECT_EQ(stats->child_launches, is_recursive(asked.engine) ? 21 : 0);
}

TEST_P(PointsSuite, LaunchesBeyondThePoolAreCountedAndTheTreeIsRight) {
    Plan asked = plan(50'000, {4, 12});
    asked.pool = static_cast<int>(knob_table<Problem>()["pool"].integers.max);
    const RunStats ample = expect_right(asked);
    EXPECT_EQ(ample.refused_launches, 0);
    asked.pool = 1;
    const RunStats small = expect_right(asked);
    EXPECT_EQ(small.refused_launches > 0, is_recursive(asked.engine));
    EXPECT_EQ(small.nodes, ample.nodes);
    if (is_recursive(asked.engine) && asked.backend == Backend::cpu) {
        EXPECT_EQ(small.child_launches, 1) << "all others are within the root's";
    }
}

// Blocks of few and of many warps, with nodes of several pieces and of few points among them.
TEST_P(PointsSuite, TheThreadsOfABlockChangeNothing) {
    for (const int block : {32, 64, 1024}) {
        SCOPED_TRACE(testing::Message() << block << " threads");
        for (const int pool : {1, 2048}) {
            Plan asked = plan(100'000, {3, 11});
            asked.distribution = Distribution::clumps;
            asked.block = block;
            asked.pool = pool;
            expect_right(asked);
        }
    }
}

TEST_P(PointsSuite, ARecordedRunHasATimeOfEachLevelAndLeavesTheTree) {
    const auto runner = make_runner(plan(50'000, {8, 10}));
    EXPECT_FALSE(runner->level_spans(stopped()));
    const auto times = runner->level_spans({});
    ASSERT_TRUE(times);
    ASSERT_TRUE(runner->run({}));
    const auto nodes = runner->nodes();
    ASSERT_TRUE(runner->level_spans({}));
    EXPECT_EQ(runner->nodes(), nodes);
    if (GetParam().first == EngineKind::karras) {
        EXPECT_TRUE(times->empty());
        return;
    }
    const auto levels = levels_of({8, 10}, nodes);
    std::int64_t subdivided = 0;
    for (const auto& level : levels) subdivided += level.subdivided > 0 ? 1 : 0;
    EXPECT_GE(std::ssize(*times), subdivided);
    EXPECT_EQ(times->front().begin_ms, 0);
    for (std::size_t i = 0; i < times->size(); ++i) {
        EXPECT_GE((*times)[i].ms(), 0);
        if (i == 0) continue;
        EXPECT_GE((*times)[i].begin_ms, (*times)[i - 1].begin_ms);
        if (is_recursive(GetParam().first)) continue;  // whose levels overlap
        EXPECT_GE((*times)[i].begin_ms, (*times)[i - 1].end_ms);
    }
}

// Each within its level's time, and one after the other.
TEST_P(PointsSuite, ARecordedRunHasTheTasksOfEachThread) {
    const auto runner = make_runner(plan(50'000, {8, 10}));
    const auto times = runner->level_spans({});
    ASSERT_TRUE(times);
    const auto tasks = runner->level_tasks();
    const bool on_cpu = GetParam().second == Backend::cpu;
    EXPECT_EQ(tasks.empty(), !on_cpu || GetParam().first == EngineKind::karras);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const auto& [level, thread, begin_ms, end_ms] = tasks[i];
        ASSERT_LT(level, times->size());
        EXPECT_GE(begin_ms, (*times)[level].begin_ms);
        EXPECT_LE(begin_ms, end_ms);
        EXPECT_LE(end_ms, (*times)[level].end_ms);
        if (i > 0 && tasks[i - 1].thread == thread) {
            EXPECT_GE(begin_ms, tasks[i - 1].end_ms);
        }
    }
}

// Whenever the stop comes, there is nothing or all of it, and the next run is right.
TEST_P(PointsSuite, AStopDuringARunLeavesTheRunnerUsable) {
    const auto runner = make_runner(plan(300'000, {1, 12}));
    for (int i = 0; i < 5; ++i) {
        std::stop_source stop;
        std::jthread other([&] { stop.request_stop(); });
        runner->run(stop.get_token());
        other.join();
        EXPECT_FALSE(runner->run(stop.get_token()));
    }
    ASSERT_TRUE(runner->run({}));
    EXPECT_EQ(runner->nodes(), *expected_nodes({1, 12}, runner->input(), {}));
}

TEST_P(PointsSuite, MovedPointsAreThoseOfTheirTime) {
    for (const auto& each : choices<Distribution>()) {
        Plan asked = plan(5000);
        asked.distribution = each.value;
        if (each.value == Distribution::picture) asked.picture = ramp();
        const auto runner = make_runner(asked);
        ASSERT_TRUE(runner->run({}));
        const auto before = runner->input();
        ASSERT_TRUE(runner->move_to(3, asked.place, {}));
        ASSERT_TRUE(runner->run({}));
        EXPECT_NE(runner->input(), before);
        asked.time = 3;
        std::vector<Point> expected;
        const auto sums = asked.picture ? pixel_sums(*asked.picture) : std::vector<std::uint32_t>{};
        for (std::uint32_t i = 0; i < 5000; ++i)
            expected.push_back(point_of(emitter_of(asked, sums.data()), i));
        EXPECT_EQ(runner->input(), expected) << each.name;
        const auto nodes = *expected_nodes(asked.rule, expected, {});
        EXPECT_EQ(runner->nodes(), nodes) << each.name;
    }
}

TEST_P(PointsSuite, PointsOutsideOfTheSquareAreRefused) {
    const auto runner = make_runner(plan(2));
    EXPECT_THROW(runner->take(std::vector<Point>{{0, 0}, {1, 0}}), std::invalid_argument);
    EXPECT_THROW(runner->take(std::vector<Point>{{0, 0}, {0, -0x1p-20F}}), std::invalid_argument);
    EXPECT_THROW(runner->take(std::vector<Point>{{0, 0}}), std::invalid_argument);
}

TEST_P(PointsSuite, AStoppedRunReturnsNothingAndTheNextIsRight) {
    const auto runner = make_runner(plan());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(runner->run(stop.get_token()));
    ASSERT_TRUE(runner->run({}));
    EXPECT_FALSE(runner->run(stop.get_token()));
    ASSERT_TRUE(runner->run({}));
    EXPECT_EQ(runner->nodes(), *expected_nodes(plan().rule, runner->input(), {}));
}

std::vector<Engine> engines() {
    std::vector<Engine> all;
    for (const auto& each : choices<EngineKind>()) {
        all.emplace_back(each.value, Backend::cpu);
        all.emplace_back(each.value, Backend::cuda);
    }
    return all;
}

std::string case_name(const testing::TestParamInfo<Engine>& one) {
    const auto& [engine, backend] = one.param;
    const bool mbr = engine == EngineKind::dp_mbr;
    return fmt::format("{}_{}", mbr ? "dp_mbr" : name_of(engine), name_of(backend));
}

INSTANTIATE_TEST_SUITE_P(Engines, PointsSuite, testing::ValuesIn(engines()), case_name);

}  // namespace
}  // namespace mariani::points
