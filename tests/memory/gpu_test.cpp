// Ten plans of each workload on a GPU, and what is refused where its memory is short.
#include "compute/cuda/memory.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/curves/runner.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/runner.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "tests/memory/asked_plans.hpp"
#include "tests/memory/peak.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace mariani {
namespace {

using tests::expect_close_on_gpu;

class MemoryOnGpu : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    }
};

triangle::Plan triangle_on_gpu(triangle::MapKind map, triangle::Task test, int side) {
    triangle::Plan plan = tests::triangle_plan(map, test, side);
    plan.backend = Backend::cuda;
    if (test == triangle::Task::collision) plan.block = 64;  // as its kernels have it
    return plan;
}

TEST_F(MemoryOnGpu, OfTrianglesIsEstimated) {
    using triangle::MapKind, triangle::Task;
    std::vector<triangle::Plan> plans{triangle_on_gpu(MapKind::ltm, Task::edm, 3000),
                                      triangle_on_gpu(MapKind::bb, Task::edm, 4096),
                                      triangle_on_gpu(MapKind::rec, Task::edm, 5000),
                                      triangle_on_gpu(MapKind::ltm, Task::accumulate, 8192),
                                      triangle_on_gpu(MapKind::utm, Task::accumulate, 7001),
                                      triangle_on_gpu(MapKind::ltm, Task::collision, 24'000),
                                      triangle_on_gpu(MapKind::bb, Task::collision, 100'000),
                                      triangle_on_gpu(MapKind::ltm, Task::collision, 32'768),
                                      triangle_on_gpu(MapKind::ltm, Task::edm, 30'000),
                                      triangle_on_gpu(MapKind::ltm, Task::edm, 4500)};
    plans[7].by_grid = true;
    plans[8].layout = triangle::Layout::tiles;
    plans[9].layout = triangle::Layout::full;
    for (const triangle::Plan& plan : plans)
        expect_close_on_gpu(fmt::format("triangle {} {} n {} {}", triangle::engine_name(plan),
                                        name_of(plan.test), plan.side, name_of(plan.layout)),
                            memory_of(plan), [&] {
                                triangle::Progress progress;
                                triangle::make_runner(plan)->run({}, progress);
                            });
}

TEST_F(MemoryOnGpu, OfVolumesIsEstimated) {
    using volume::EngineKind, volume::Order;
    struct Asked {
        EngineKind engine;
        int axes, side, B;
        std::uint32_t dwell_limit = 256;
        Order order = Order::stable;
    };
    for (const Asked& asked :
         {Asked{EngineKind::ex, 3, 256, 4}, Asked{EngineKind::ask, 3, 256, 4},
          Asked{EngineKind::dp, 3, 256, 4}, Asked{EngineKind::surface, 3, 256, 16},
          Asked{EngineKind::surface, 4, 64, 8}, Asked{EngineKind::ask, 3, 256, 2},
          Asked{EngineKind::ask, 4, 64, 4}, Asked{EngineKind::ask, 3, 512, 8, 70'000},
          Asked{EngineKind::dp, 4, 128, 4},
          Asked{EngineKind::ask, 3, 256, 2, 256, Order::sorted}}) {
        volume::Plan plan;
        plan.backend = Backend::cuda;
        plan.engine = asked.engine;
        plan.axes = asked.axes;
        plan.dwell_limit = asked.dwell_limit;
        plan.B = asked.B;
        plan.order = asked.order;
        for (int axis = 0; axis < volume::max_axes; ++axis)
            plan.side.of[axis] = static_cast<std::uint16_t>(axis < asked.axes ? asked.side : 1);
        expect_close_on_gpu(
            fmt::format("volume {} k {} n {} B {} dwell {} {}", name_of(plan.engine), plan.axes,
                        asked.side, plan.B, plan.dwell_limit, name_of(plan.order)),
            memory_of(plan), [&] {
                volume::Progress progress;
                volume::make_runner(plan)->run({}, progress);
            });
    }
}

TEST_F(MemoryOnGpu, OfCurvesIsEstimated) {
    using curves::EngineKind;
    struct Asked {
        EngineKind engine;
        std::int64_t lines;
        std::uint32_t cap;
        float tolerance = 0.0005F;
    };
    for (const Asked& asked :
         {Asked{EngineKind::scan, 300'000, 64}, Asked{EngineKind::scan, 1'000'000, 16},
          Asked{EngineKind::scan, 100'000, 1024, 1e-6F},
          Asked{EngineKind::scan, 200'000, 256, 0.00002F}, Asked{EngineKind::flat, 100'000, 64},
          Asked{EngineKind::flat, 400'000, 16}, Asked{EngineKind::dp, 100'000, 64},
          Asked{EngineKind::dp_warp, 200'000, 32}, Asked{EngineKind::dp_block, 100'000, 64},
          Asked{EngineKind::dp_grid, 400'000, 8}}) {
        curves::Plan plan;
        plan.backend = Backend::cuda;
        plan.engine = asked.engine;
        plan.lines = asked.lines;
        plan.rule.cap = asked.cap;
        plan.rule.tolerance = asked.tolerance;
        expect_close_on_gpu(fmt::format("curves {} {} lines cap {}", name_of(plan.engine),
                                        plan.lines, plan.rule.cap),
                            memory_of(plan), [&] { curves::make_runner(plan)->run({}); });
    }
}

TEST_F(MemoryOnGpu, OfPointsIsEstimated) {
    using points::Distribution, points::EngineKind;
    struct Asked {
        EngineKind engine;
        Distribution distribution;
        std::int64_t count;
        std::uint32_t min;
        std::uint32_t depth = 12;
    };
    for (const Asked& asked : {Asked{EngineKind::linear, Distribution::uniform, 1'000'000, 16},
                               Asked{EngineKind::linear, Distribution::clumps, 5'000'000, 64},
                               Asked{EngineKind::linear, Distribution::uniform, 700'000, 1},
                               Asked{EngineKind::linear, Distribution::uniform, 4'000'000, 32, 4},
                               Asked{EngineKind::karras, Distribution::spiral, 1'000'000, 16},
                               Asked{EngineKind::karras, Distribution::uniform, 500'000, 2},
                               Asked{EngineKind::ask, Distribution::uniform, 1'500'000, 32},
                               Asked{EngineKind::ask, Distribution::grid, 1'000'000, 2},
                               Asked{EngineKind::dp, Distribution::mouse, 1'500'000, 64},
                               Asked{EngineKind::dp_mbr, Distribution::clumps, 1'500'000, 16}}) {
        points::Plan plan;
        plan.backend = Backend::cuda;
        plan.engine = asked.engine;
        plan.distribution = asked.distribution;
        plan.count = asked.count;
        plan.rule = {asked.min, asked.depth};
        expect_close_on_gpu(
            fmt::format("points {} {} {} min {} depth {}", name_of(plan.engine),
                        name_of(plan.distribution), plan.count, plan.rule.min, plan.rule.depth),
            memory_of(plan), [&] {
                const auto runner = points::make_runner(plan);
                runner->run({});
                runner->levels({});
            });
    }
}

TEST_F(MemoryOnGpu, OfTheGasketIsEstimated) {
    using gasket::EngineKind;
    using tests::AskedGasket;
    for (const AskedGasket& asked :
         {AskedGasket{EngineKind::bb, "gasket", 12}, AskedGasket{EngineKind::bb, "carpet", 8},
          AskedGasket{EngineKind::lambda, "gasket", 12},
          AskedGasket{EngineKind::lambda, "vicsek", 8}, AskedGasket{EngineKind::nu, "gasket", 14},
          AskedGasket{EngineKind::nu, "carpet", 8}, AskedGasket{EngineKind::table, "gasket", 14, 8},
          AskedGasket{EngineKind::nu_mma, "gasket", 14},
          AskedGasket{EngineKind::bits, "gasket", 18},
          AskedGasket{EngineKind::bits, "gasket", 17, 16, 5}})
        measure(asked, Backend::cuda, expect_close_on_gpu);
}

TEST_F(MemoryOnGpu, OfFramesIsEstimated) {
    using enum EngineKind;
    using enum Scheme;
    using tests::AskedFrame;
    const PlanePoint deep{0, 1};  // where no theorem decides a pixel
    for (const AskedFrame& asked :
         {AskedFrame{ex, sbr, 4096}, AskedFrame{ex, sbr, 3000, 16, 70'000},
          AskedFrame{dp, sbr, 2048, 16, 512, false, true}, AskedFrame{ask, sbr, 2048, 2, 512, true},
          AskedFrame{ask, mbr, 2048, 2}, AskedFrame{ask, wpr, 4096},
          AskedFrame{ask, wpr, 2048, 64, 512, true, false, false, true},
          AskedFrame{ask, wpr, 1600, 4, 512, true, true, true},
          AskedFrame{ex, sbr, 1200, 16, 512, false, false, false, false, 1e-20, deep},
          AskedFrame{ex, sbr, 1200, 16, 3000, false, true, false, false, 1e-290, deep}}) {
        const FramePlan plan = resolve(request_of(asked, Backend::cuda), this_hardware(), {}).plan;
        expect_close_on_gpu(
            fmt::format("mandelbrot {} {} B {} dwell {}{} {}", engine_label(plan), asked.side,
                        asked.B, plan.dwell_limit, asked.fields(), name_of(plan.precision)),
            memory_of(plan), [&] {
                EngineDispatcher dispatcher;
                FrameProgress progress;
                dispatcher.compute(request_for(plan), {}, progress);
            });
    }
}

using TriangleRunners = std::vector<std::unique_ptr<triangle::Runner>>;

// What runners take until none of this size fits any more.
void add_while_free(int side, TriangleRunners& all) {
    using triangle::MapKind, triangle::Task;
    try {
        while (true) all.push_back(make_runner(triangle_on_gpu(MapKind::ltm, Task::edm, side)));
    } catch (const MemoryShortage&) {
    }
}

// Leaves less than 128 MiB.
TriangleRunners fill_gpu() {
    TriangleRunners all;
    for (const int side : {65'536, 16'384, 8192}) add_while_free(side, all);
    return all;
}

template <typename Action>
void expect_refused(std::string_view remedy, const Action& action) {
    std::string why = "nothing";
    try {
        action();
    } catch (const MemoryShortage& shortage) {
        why = shortage.what();
    }
    EXPECT_NE(why.find("of the GPU's memory"), std::string::npos) << why;
    EXPECT_TRUE(why.ends_with(fmt::format("is free: choose {}", remedy))) << why;
}

TEST_F(MemoryOnGpu, IsRefusedByEachWorkloadWithItsOwnRemedy) {
    using triangle::MapKind, triangle::Task;
    const auto before =
        triangle::make_map_runner(triangle_on_gpu(MapKind::ltm, Task::accumulate, 16'384));
    const auto held = fill_gpu();
    expect_refused("a smaller n",
                   [] { triangle::make_runner(triangle_on_gpu(MapKind::ltm, Task::edm, 16'384)); });
    triangle::Progress progress;  // four bytes a cell, which no estimate has
    expect_refused("a smaller n", [&] { before->visit({}, progress); });
    curves::Plan curves;
    curves.backend = Backend::cuda;
    curves.engine = curves::EngineKind::flat;
    curves.lines = 1 << 18;
    curves.rule.cap = 1024;
    expect_refused("fewer lines or a smaller cap", [&] { curves::make_runner(curves); });
    points::Plan points;
    points.backend = Backend::cuda;
    points.count = 1 << 25;
    expect_refused("fewer points", [&] { points::make_runner(points); });
    volume::Plan volume;
    volume.backend = Backend::cuda;
    volume.side = {{512, 512, 512, 1}};
    expect_refused("a smaller n", [&] { volume::make_runner(volume); });
    gasket::Problem problem;
    problem.level = 15;
    expect_refused("a smaller level r, or the engine table or bits", [&] {
        gasket::find_engine(gasket::EngineKind::bb, Backend::cuda)->make(problem);
    });
    EngineDispatcher dispatcher;
    FrameProgress of_frame;
    expect_refused(frame_remedy, [&] {
        dispatcher.compute(tests::request_of({EngineKind::ex, Scheme::sbr, 16'384}, Backend::cuda),
                           {}, of_frame);
    });
}

// An engine's second frame takes the first one's memory, though little else is free.
TEST_F(MemoryOnGpu, ThatAnEngineKeepsIsFreeForIt) {
    EngineDispatcher dispatcher;
    FrameProgress progress;
    const FrameRequest request =
        tests::request_of({EngineKind::ex, Scheme::sbr, 16'384}, Backend::cuda);
    EXPECT_TRUE(dispatcher.compute(request, {}, progress));
    const auto held = fill_gpu();
    EXPECT_TRUE(dispatcher.compute(request, {}, progress));
}

}  // namespace
}  // namespace mariani
