#include "compute/workloads/triangle/plan.hpp"
#include "tests/model/knob_checks.hpp"

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

const std::optional<std::string> has_cuda;
const std::optional<std::string> has_none = "no NVIDIA GPU was found";

std::string refusal(const Request& request) {
    return tests::refusal_of([&] { resolve(request, has_none); });
}

TEST(TriangleKnobsTest, AreSound) {
    tests::expect_sound_knobs<Problem>();
}

// With blocks whose threads can have one of several numbers of cells.
TEST(TriangleKnobsTest, TheMapsUseWhatTheySayTheyUse) {
    const auto plan_of = [](const Problem& problem, MapKind map) {
        Request request;
        static_cast<Problem&>(request) = problem;
        request.block = problem.block.value_or(64);
        request.maps = {map};
        return resolve(request, has_none).front();
    };
    tests::expect_true_masks<Problem, MapKind>(Backend::cpu, plan_of);
}

TEST(TriangleKnobsTest, AProblemHasAllThatAPlanChose) {
    Request request;
    request.maps = {MapKind::rec};
    const Plan plan = resolve(request, has_none).front();
    static_cast<Problem&>(request) = problem_of(plan);
    EXPECT_EQ(resolve(request, has_none).front(), plan);
    for (const Knob& knob : knob_table<Problem>().knobs)
        EXPECT_NE(to_text(knob, knob.get(&request)), automatic_name) << knob.id;
}

TEST(TriangleRequestTest, AsksForEveryExactMapByDefault) {
    const auto plans = resolve({}, has_none);
    ASSERT_EQ(plans.size(), 10U);
    for (const Plan& plan : plans) {
        EXPECT_FALSE(is_exhibit(plan.map));
        EXPECT_EQ(why_invalid(plan).value_or(""), "");
        EXPECT_EQ(plan.block, 16);
        EXPECT_EQ(plan.features, 4);
        EXPECT_TRUE(plan.diagonal);
        EXPECT_EQ(plan.layout, Layout::packed);
    }
}

TEST(TriangleRequestTest, TakesTheGpuWhereThereIsOne) {
    EXPECT_EQ(resolve({}, has_cuda).front().backend, Backend::cuda);
    EXPECT_EQ(resolve({}, has_none).front().backend, Backend::cpu);
    Request request;
    request.backend = Backend::cpu;
    EXPECT_EQ(resolve(request, has_cuda).front().backend, Backend::cpu);
    request.backend = Backend::cuda;
    EXPECT_EQ(refusal(request), "the backend is cuda: no NVIDIA GPU was found");
}

TEST(TriangleRequestTest, CollisionHasItsOwnDefaults) {
    Request request;
    request.test = Task::collision;
    const Plan plan = resolve(request, has_none).front();
    EXPECT_EQ(plan.block, 128);
    EXPECT_EQ(plan.features, 3);
    EXPECT_FALSE(plan.diagonal);
    EXPECT_EQ(plan.layout, Layout::tiles);
}

TEST(TriangleRequestTest, EpsilonIsForTheMapsThatHaveOne) {
    Request request;
    request.epsilon = 0;
    request.maps = {MapKind::ltm, MapKind::ltm_n};
    const auto plans = resolve(request, has_none);
    EXPECT_EQ(plans[0].epsilon, printed_epsilon);
    EXPECT_EQ(plans[1].epsilon, 0);
}

TEST(TriangleRequestTest, LargeBlocksHaveThreadsWithSeveralCells) {
    Request request;
    request.block = 64;
    EXPECT_EQ(resolve(request, has_none).front().cells, 16);  // 256 threads
    request.test = Task::map;
    EXPECT_EQ(resolve(request, has_none).front().cells, 4);  // 1024
    request.block = 32;
    EXPECT_EQ(resolve(request, has_none).front().cells, 1);
}

TEST(TriangleRequestTest, WhatCannotBeRunIsRefused) {
    Request request;
    request.block = 24;
    EXPECT_EQ(refusal(request), "rho is 24: for the test edm it must be one of 8, 16, 32, 64");
}

}  // namespace
}  // namespace mariani::triangle
