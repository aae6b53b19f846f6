#include "compute/workloads/curves/request.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

const std::optional<std::string> no_gpu = "there is no GPU";

template <typename Change>
std::string refusal(const Change& change, const std::optional<std::string>& unavailable = no_gpu) {
    Request request;
    change(request);
    try {
        resolve(request, unavailable);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
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

TEST(CurvesRequestTest, LaunchesAreOneForTheLinesOfALaneAWarpABlockOrTheGrid) {
    Plan plan;
    plan.lines = 1000;
    const auto launches = [&](EngineKind engine) {
        plan.engine = engine;
        return launch_count(plan);
    };
    EXPECT_EQ(launches(EngineKind::flat), 0);
    EXPECT_EQ(launches(EngineKind::scan), 0);
    EXPECT_EQ(launches(EngineKind::dp), 1000);
    EXPECT_EQ(launches(EngineKind::dp_warp), 32);
    EXPECT_EQ(launches(EngineKind::dp_block), 16);
    EXPECT_EQ(launches(EngineKind::dp_grid), 1);
}

TEST(CurvesRequestTest, WhatCannotBeRunIsRefused) {
    EXPECT_EQ(refusal([](Request& r) { r.lines = 0; }),
              "lines is 0: it must be a whole number from 1 to 2097152");
    EXPECT_EQ(refusal([](Request& r) { r.cap = 1; }),
              "cap is 1: it must be a whole number from 2 to 1024");
    EXPECT_EQ(refusal([](Request& r) { r.lines = limits::lines.max, r.cap = 1024; }),
              "the lines can have 2147483648 vertices, and at most 268435456 are kept: take fewer "
              "lines or a smaller cap");
    EXPECT_EQ(refusal([](Request& r) { r.time = -1; }),
              "time is -1: it must be a number of seconds from 0 to 3600");
    EXPECT_EQ(refusal([](Request& r) { r.tolerance = 0; }),
              "the tolerance is 0 sides of the square: it must be from 1e-09 to 1000");
    EXPECT_EQ(refusal([](Request& r) { r.factor = 0; }),
              "the factor is 0: it must be more than 0 and at most 1000000");
    EXPECT_EQ(refusal([](Request& r) { r.side = 0; }),
              "side is 0: it must be a whole number from 1 to 16777216");
    EXPECT_EQ(refusal([](Request& r) { r.factor = 1, r.tolerance = 1; }),
              "a factor and a tolerance are given: a count follows from one of them, so take one");
    EXPECT_EQ(refusal([](Request& r) { r.factor = 1, r.side = 1; }),
              "a factor and a side are given: only the tolerance is in pixels, so take that");
    EXPECT_EQ(refusal([](Request& r) { r.child_block = 48; }),
              "the child block is 48: it must be a multiple of 32");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::dp}, r.parent_block = 16; }),
              "the parent block is 16: it must be a whole number from 32 to 1024");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::dp}, r.pool = 0; }),
              "pool is 0: it must be a whole number from 1 to 1048576");
}

TEST(CurvesRequestTest, WhatNoEngineReadsIsRefused) {
    const std::string why =
        " is given, but only dp, dp-warp, dp-block and dp-grid have launches: name one of these "
        "engines";
    EXPECT_EQ(refusal([](Request& r) { r.pool = 5; }), "pool" + why);
    EXPECT_EQ(refusal([](Request& r) { r.repair = false; }), "repair" + why);
    EXPECT_EQ(refusal([](Request& r) { r.streams = StreamMode::null; }), "streams" + why);
    EXPECT_EQ(refusal([](Request& r) { r.parent_block = 64; }), "the parent block" + why);
    EXPECT_EQ(refusal([](Request& r) {
                  r.engines = {EngineKind::dp};
                  r.streams = StreamMode::null;
              }),
              "streams is given, and the backend is cpu, whose tasks have no streams: take cuda");
}

TEST(CurvesRequestTest, OnlyDpOnAGpuAllocates) {
    EXPECT_EQ(refusal([](Request& r) { r.memory = VertexMemory::heap; }),
              "memory is given, but only dp has a choice of it: name this engine");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::dp}, r.heap = 1 << 22; }),
              "heap is given, but only malloc takes from it: give the memory malloc, too");
    EXPECT_EQ(refusal([](Request& r) {
                  r.engines = {EngineKind::dp};
                  r.memory = VertexMemory::heap;
              }),
              "memory is given, and the backend is cpu, whose tasks have no heap of their own: "
              "take cuda");
    Request request;
    request.engines = {EngineKind::dp, EngineKind::dp_warp};
    request.memory = VertexMemory::heap;
    EXPECT_EQ(resolve(request, {})[0].heap, 8 << 20);
    request.heap = 1 << 22;
    const auto plans = resolve(request, {});
    EXPECT_EQ(plans[0].memory, VertexMemory::heap);
    EXPECT_EQ(plans[0].heap, 1 << 22);
    EXPECT_EQ(plans[1].memory, VertexMemory::room);
    request.heap = 1000;
    EXPECT_THROW(resolve(request, {}), std::invalid_argument);
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
    request.streams = std::nullopt;
    request.backend = Backend::cpu;
    EXPECT_EQ(resolve(request, {}).front().backend, Backend::cpu);
}

}  // namespace
}  // namespace mariani::curves
