#include "compute/workloads/curves/plan.hpp"
#include "tests/model/knob_checks.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

const std::optional<std::string> no_gpu = "there is no GPU";

template <typename Change>
std::string refusal(const Change& change) {
    Request request;
    change(request);
    return tests::refusal_of([&] { resolve(request, no_gpu); });
}

TEST(CurvesKnobsTest, AreSound) {
    tests::expect_sound_knobs<Problem>();
}

TEST(CurvesKnobsTest, TheEnginesUseWhatTheySayTheyUse) {
    Problem usual;
    usual.memory = VertexMemory::heap;  // the heap is used
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const auto plan_of = [&](const Problem& problem, EngineKind engine) {
            Request request;
            static_cast<Problem&>(request) = problem;
            request.engines = {engine};
            request.backend = backend;
            return resolve(request, std::nullopt).front();
        };
        tests::expect_true_masks<Problem, EngineKind>(backend, plan_of, usual);
    }
}

TEST(CurvesRequestTest, AsksForAScanAtHalfAPixelByDefault) {
    EXPECT_EQ(resolve({}, no_gpu), std::vector{Plan{}});
    EXPECT_EQ(Plan{}.rule.by, CountBy::tolerance);
    EXPECT_FLOAT_EQ(Plan{}.rule.tolerance, 0.0005F);
}

TEST(CurvesRequestTest, HasAPlanForEachEngine) {
    Request request;
    request.engines = {EngineKind::flat, EngineKind::dp_warp};
    request.pool = 7;
    request.repair = false;
    request.parent_block = 128;
    const auto plans = resolve(request, no_gpu);
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0].engine, EngineKind::flat);
    EXPECT_EQ(plans[0].pool, Problem{}.pool) << "it has none";
    EXPECT_EQ(plans[1].engine, EngineKind::dp_warp);
    EXPECT_EQ(plans[1].pool, 7);
    EXPECT_FALSE(plans[1].repair);
    EXPECT_TRUE(Plan{}.repair);
    EXPECT_EQ(plans[1].parent_block, 128);
}

TEST(CurvesRequestTest, AToleranceIsInPixelsOfTheSide) {
    Request request;
    request.tolerance = 0.25;
    request.side = 500;
    EXPECT_FLOAT_EQ(resolve(request, no_gpu).front().rule.tolerance, 0.0005F);
    request = {};
    request.factor = 12;
    const CountRule rule = resolve(request, no_gpu).front().rule;
    EXPECT_EQ(rule.by, CountBy::curvature);
    EXPECT_EQ(rule.factor, 12);
}

TEST(CurvesRequestTest, ALaunchHasTheLinesOfALaneAWarpABlockOrTheGrid) {
    Plan plan;
    plan.lines = 1000;
    const auto together = [&](EngineKind engine) {
        plan.engine = engine;
        return lines_a_launch(plan);
    };
    EXPECT_EQ(together(EngineKind::dp), 1);
    EXPECT_EQ(together(EngineKind::dp_warp), 32);
    EXPECT_EQ(together(EngineKind::dp_block), plan.parent_block);
    EXPECT_EQ(together(EngineKind::dp_grid), 1000);
}

TEST(CurvesRequestTest, WhatCannotBeRunIsRefused) {
    EXPECT_EQ(refusal([](Request& r) { r.lines = 0; }),
              "lines is 0: it must be a whole number from 1 to 2097152");
    EXPECT_EQ(refusal([](Request& r) { r.cap = 1; }),
              "cap is 1: it must be a whole number from 2 to 1024");
    EXPECT_EQ(refusal([](Request& r) { r.lines = limits::lines.max, r.cap = 1024; }),
              "the lines can have 2147483648 vertices, and the limit is 268435456: choose fewer "
              "lines or a smaller cap");
    EXPECT_EQ(refusal([](Request& r) { r.time = -1; }),
              "time is -1: it must be a number of seconds from 0 to 3600");
    EXPECT_EQ(refusal([](Request& r) { r.tolerance = 0; }),
              "tolerance is 0: it must be a number of pixels from 1e-06 to 1000000");
    EXPECT_EQ(refusal([](Request& r) { r.factor = 0; }),
              "factor is 0: it must be auto, or a number from 1e-06 to 1000000");
    EXPECT_EQ(refusal([](Request& r) { r.side = 0; }),
              "side is 0: it must be a whole number from 1 to 16777216");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::flat}, r.child_block = 48; }),
              "child block is 48: it must be a whole number from 32 to 1024, and a multiple of 32");
    EXPECT_EQ(
        refusal([](Request& r) { r.engines = {EngineKind::dp}, r.parent_block = 16; }),
        "parent block is 16: it must be a whole number from 32 to 1024, and a multiple of 32");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::dp}, r.pool = 0; }),
              "pool is 0: it must be a whole number from 1 to 1048576");
}

TEST(CurvesRequestTest, WhatIsGivenWithoutEffectIsRefused) {
    const KnobTable& table = knob_table<Problem>();
    const auto why = [&](const char* id, EngineMask engines) {
        return why_unused(table, table[id], engines, Backend::cpu).value_or("");
    };
    const EngineMask dp = engine_bit(EngineKind::dp), scan = engine_bit(EngineKind::scan);
    EXPECT_EQ(why("parent_block", scan),
              "parent block is given, but only dp, dp-warp, dp-block and dp-grid use it: choose "
              "one of these engines");
    EXPECT_EQ(why("heap", scan), "heap is given, but only dp uses it: choose this engine");
    EXPECT_EQ(why("streams", dp | scan),
              "streams is given, and the backend is cpu, where tasks have no streams: choose cuda");
    EXPECT_EQ(why("pool", dp | scan), "");
}

TEST(CurvesRequestTest, OnlyDpOnAGpuAllocatesAndTheHeapIsThatOfAll) {
    Request request;
    request.engines = {EngineKind::flat, EngineKind::dp, EngineKind::dp_warp};
    request.heap = 1 << 22;
    for (const Plan& plan : resolve(request, {})) EXPECT_EQ(plan.heap, 8 << 20) << "not used";
    request.memory = VertexMemory::heap;
    const auto plans = resolve(request, {});
    EXPECT_EQ(plans[0].memory, VertexMemory::room);
    EXPECT_EQ(plans[1].memory, VertexMemory::heap);
    EXPECT_EQ(plans[2].memory, VertexMemory::room);
    for (const Plan& plan : plans) EXPECT_EQ(plan.heap, 1 << 22) << "the first to run fixes it";
    for (const Plan& plan : resolve(request, no_gpu)) {
        EXPECT_EQ(plan.memory, VertexMemory::room);
        EXPECT_EQ(plan.heap, 8 << 20);
    }
    request.heap = 1000;
    EXPECT_THROW(resolve(request, {}), std::invalid_argument);
    request.engines = {EngineKind::scan};
    EXPECT_NO_THROW(resolve(request, {})) << "it allocates nothing";
}

TEST(CurvesRequestTest, TheGpuIsRefusedWhereThereIsNone) {
    EXPECT_EQ(refusal([](Request& r) { r.backend = Backend::cuda; }),
              "the backend is cuda: there is no GPU");
}

TEST(CurvesRequestTest, TakesTheGpuWhereThereIsOne) {
    Request request;
    request.engines = {EngineKind::dp};
    request.streams = StreamMode::named;
    EXPECT_EQ(resolve(request, {}).front().backend, Backend::cuda);
    EXPECT_EQ(resolve(request, {}).front().streams, StreamMode::named);
    request.backend = Backend::cpu;
    EXPECT_EQ(resolve(request, {}).front().backend, Backend::cpu);
}

}  // namespace
}  // namespace mariani::curves
