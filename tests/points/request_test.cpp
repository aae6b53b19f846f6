#include "compute/workloads/points/plan.hpp"
#include "tests/model/knob_checks.hpp"

#include <gtest/gtest.h>

namespace mariani::points {
namespace {

const std::optional<std::string> no_gpu = "there is no GPU";

template <typename Change>
std::string refusal(const Change& change) {
    Request request;
    change(request);
    return tests::refusal_of([&] { resolve(request, no_gpu); });
}

TEST(PointsKnobsTest, AreSound) {
    tests::expect_sound_knobs<Problem>();
}

TEST(PointsKnobsTest, TheEnginesUseWhatTheySayTheyUse) {
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const auto plan_of = [&](const Problem& problem, EngineKind engine) {
            Request request;
            static_cast<Problem&>(request) = problem;
            request.engines = {engine};
            request.backend = backend;
            return resolve(request, std::nullopt).front();
        };
        tests::expect_true_masks<Problem, EngineKind>(backend, plan_of);
    }
}

TEST(PointsRequestTest, AsksForASmallLinearTreeByDefault) {
    EXPECT_EQ(resolve({}, no_gpu), std::vector{Plan{}});
}

TEST(PointsRequestTest, HasAPlanForEachEngine) {
    Request request;
    request.engines = {EngineKind::karras, EngineKind::dp};
    request.pool = 7;
    const auto plans = resolve(request, no_gpu);
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0].engine, EngineKind::karras);
    EXPECT_EQ(plans[1].engine, EngineKind::dp);
    EXPECT_EQ(plans[1].pool, 7);
}

TEST(PointsRequestTest, TakesTheGpuWhereThereIsOne) {
    Request request;
    EXPECT_EQ(resolve(request, {}).front().backend, Backend::cuda);
    request.engines = {EngineKind::dp, EngineKind::ask};
    for (const Plan& plan : resolve(request, {})) EXPECT_EQ(plan.backend, Backend::cuda);
    request.backend = Backend::cpu;
    EXPECT_EQ(resolve(request, {}).front().backend, Backend::cpu);
}

TEST(PointsRequestTest, EveryEngineRunsOnBothBackends) {
    for (const auto& each : choices<EngineKind>())
        for (const Backend backend : {Backend::cpu, Backend::cuda}) {
            Plan plan;
            plan.backend = backend;
            plan.engine = each.value;
            EXPECT_EQ(why_invalid(plan).value_or(""), "") << each.name;
        }
    EXPECT_EQ(refusal([](Request& r) { r.backend = Backend::cuda; }),
              "the backend is cuda: there is no GPU");
}

TEST(PointsRequestTest, WhatCannotBeRunIsRefused) {
    EXPECT_EQ(refusal([](Request& r) { r.count = -1; }),
              "points is -1: it must be a whole number from 0 to 134217728");
    EXPECT_EQ(refusal([](Request& r) { r.rule.min = 1U << 31; }),
              "min is 2147483648: it must be a whole number from 0 to 134217728");
    EXPECT_EQ(refusal([](Request& r) { r.rule.depth = 17; }),
              "depth is 17: it must be a whole number from 1 to 16");
    EXPECT_EQ(refusal([](Request& r) { r.rule.depth = 0; }),
              "depth is 0: it must be a whole number from 1 to 16");
    EXPECT_EQ(refusal([](Request& r) { r.time = -1; }),
              "time is -1: it must be a number of seconds from 0 to 3600");
    EXPECT_EQ(
        refusal([](Request& r) { r.count = limits::count.max, r.rule.min = 0, r.rule.depth = 16; }),
        "the tree can have 1431655765 nodes, and the limit is 268435456: choose fewer points, a "
        "greater min or a smaller depth");
    EXPECT_EQ(refusal([](Request& r) { r.engines = {EngineKind::dp}, r.pool = 0; }),
              "pool is 0: it must be a whole number from 1 to 1048576");
    for (const int block : {16, 48})
        EXPECT_EQ(refusal([block](Request& r) {
                      r.engines = {EngineKind::ask}, r.block = block;
                      r.backend = Backend::cuda;
                  }),
                  "block is " + std::to_string(block) +
                      ": it must be a whole number from 32 to 1024, and a multiple of 32");
    EXPECT_EQ(refusal([](Request& r) {
                  r.place = Point{0.1F, 0.1F};
              }),
              "a place is given, but the distribution is uniform: choose mouse");
    EXPECT_EQ(refusal([](Request& r) {
                  r.distribution = Distribution::mouse;
                  r.place = Point{0.5F, 1.0F};
              }),
              "the place is 0.5,1: both must be at least 0 and below 1");
    EXPECT_EQ(refusal([](Request& r) { r.picture = std::make_shared<Picture>(); }),
              "a picture is given, but the distribution is uniform: choose picture");
    EXPECT_EQ(refusal([](Request& r) { r.distribution = Distribution::picture; }),
              "the distribution is picture, but no picture is given: name a file, or choose "
              "another distribution");
    EXPECT_EQ(refusal([](Request& r) {
                  r.distribution = Distribution::picture;
                  r.picture = std::make_shared<Picture>(Picture{1, 2, {0, 0}});
              }),
              "the picture is black: points lie in bright pixels, so choose another picture");
}

}  // namespace
}  // namespace mariani::points
