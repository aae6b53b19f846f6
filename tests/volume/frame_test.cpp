// A volume beside frames of the Mandelbrot set: its slice w = 0, and all of it where k is 2.
#include "compute/cpu/engines.hpp"
#include "compute/engine.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

Frame frame_of(const Plan& plan, mariani::EngineKind engine) {
    FramePlan frame;
    frame.image = {plan.side.of[0], plan.side.of[1]};
    frame.part = whole(frame.image);
    frame.view = {{plan.centre_re, plan.centre_im}, plan.height};
    frame.dwell_limit = plan.dwell_limit;
    frame.precision = plan.precision;
    frame.engine = engine;
    frame.subdivision = {plan.g, plan.r, plan.B};
    frame.keep_regions = true;
    FrameProgress progress;
    auto result =
        mariani::cpu::make_engine(engine, mandelbrot::cpu_painters())->compute(frame, {}, progress);
    EXPECT_TRUE(result.has_value());
    return *result;
}

std::vector<std::uint32_t> dwells_of(const Frame& frame) {
    const auto values = frame.dwells.host<std::uint32_t>().values;
    return {values.begin(), values.end()};
}

std::vector<std::uint32_t> slice(const Plan& plan, Index first) {
    const auto runner = make_runner(plan);
    Progress progress;
    EXPECT_TRUE(runner->run({}, progress).has_value());
    const auto output = runner->output();
    std::vector<std::uint32_t> dwells;
    const Index count = Index{plan.side.of[0]} * plan.side.of[1];
    for (Index i = 0; i < count; ++i) dwells.push_back(dwell_at(plan, output, first + i));
    return dwells;
}

TEST(VolumeFrameTest, TheSliceWithoutWIsTheFrame) {
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const int axes : {2, 3, 4}) {
            Plan plan;
            plan.engine = EngineKind::ex;
            plan.axes = axes;
            plan.precision = precision;
            plan.dwell_limit = 1000;
            plan.side = {{97, 97, 1, 1}};
            for (int axis = 2; axis < axes; ++axis) plan.side.of[axis] = 5;  // odd: one is at 0
            const Index middle = axes == 2 ? 0 : axes == 3 ? 2 : 2 * 5 + 2;
            EXPECT_EQ(slice(plan, middle * 97 * 97),
                      dwells_of(frame_of(plan, mariani::EngineKind::ex)))
                << axes;
        }
}

TEST(VolumeFrameTest, InTwoAxesItIsTheEnginesOfFrames) {
    for (const auto& [g, r, B] : {std::tuple{4, 2, 4}, {3, 3, 2}, {1, 2, 8}})
        for (const auto rule : {Rule::uniform, Rule::interior}) {
            Plan plan;
            plan.axes = 2;
            plan.side = {{150, 113, 1, 1}};
            plan.precision = Precision::f64;
            plan.g = g, plan.r = r, plan.B = B;
            plan.rule = rule;
            const auto runner = make_runner(plan);
            Progress progress;
            const auto stats = runner->run({}, progress);
            ASSERT_TRUE(stats.has_value());
            FramePlan frame;
            frame.image = {150, 113};
            frame.part = whole(frame.image);
            frame.view = {{plan.centre_re, plan.centre_im}, plan.height};
            frame.dwell_limit = plan.dwell_limit;
            frame.engine = mariani::EngineKind::ask;
            frame.subdivision = {g, r, B};
            frame.fill = rule == Rule::uniform ? FillRule::uniform : FillRule::interior;
            FrameProgress frame_progress;
            const auto expected =
                mariani::cpu::make_engine(mariani::EngineKind::ask, mandelbrot::cpu_painters())
                    ->compute(frame, {}, frame_progress);
            ASSERT_TRUE(expected.has_value());
            EXPECT_EQ(slice(plan, 0), dwells_of(*expected));
            ASSERT_EQ(stats->levels.size(), expected->stats.levels.size());
            for (std::size_t level = 0; level < stats->levels.size(); ++level) {
                EXPECT_EQ(stats->levels[level].regions, expected->stats.levels[level].regions);
                EXPECT_EQ(stats->levels[level].filled, expected->stats.levels[level].filled);
                EXPECT_EQ(stats->levels[level].leaves, expected->stats.levels[level].leaves);
            }
        }
}

}  // namespace
}  // namespace mariani::volume
