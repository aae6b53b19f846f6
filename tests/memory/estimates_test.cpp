// Ten plans of each workload beside the Mandelbrot set.
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

using tests::expect_close;
using tests::triangle_plan;

TEST(MemoryOfTriangle, IsEstimated) {
    using triangle::MapKind, triangle::Task;
    std::vector<triangle::Plan> plans{triangle_plan(MapKind::ltm, Task::edm, 3000),
                                      triangle_plan(MapKind::bb, Task::edm, 4096),
                                      triangle_plan(MapKind::rec, Task::edm, 5000),
                                      triangle_plan(MapKind::ltm, Task::accumulate, 8192),
                                      triangle_plan(MapKind::utm, Task::accumulate, 7001),
                                      triangle_plan(MapKind::ltm, Task::collision, 24'000),
                                      triangle_plan(MapKind::bb, Task::collision, 20'000),
                                      triangle_plan(MapKind::ltm, Task::collision, 32'768),
                                      triangle_plan(MapKind::ltm, Task::edm, 4500),
                                      triangle_plan(MapKind::ltm, Task::edm, 4500)};
    plans[7].by_grid = true;
    plans[8].layout = triangle::Layout::tiles;
    plans[9].layout = triangle::Layout::full;
    for (const triangle::Plan& plan : plans)
        expect_close(fmt::format("triangle {} {} n {}{}{}", triangle::engine_name(plan),
                                 name_of(plan.test), plan.side, " ", name_of(plan.layout)),
                     memory_of(plan), [&] {
                         triangle::Progress progress;
                         triangle::make_runner(plan)->run({}, progress);
                     });
}

TEST(MemoryOfVolume, IsEstimated) {
    using volume::EngineKind;
    struct Asked {
        EngineKind engine;
        int axes, side, B;
        std::uint32_t dwell_limit = 256;
        volume::Function function = volume::Function::julibrot;
        volume::Order order = volume::Order::stable;
    };
    using enum volume::Function;
    for (const Asked& asked :
         {Asked{EngineKind::ex, 3, 256, 4}, Asked{EngineKind::ask, 3, 256, 4},
          Asked{EngineKind::dp, 3, 256, 4}, Asked{EngineKind::surface, 3, 256, 16},
          Asked{EngineKind::surface, 4, 64, 8}, Asked{EngineKind::ask, 3, 224, 2},
          Asked{EngineKind::ask, 4, 64, 4}, Asked{EngineKind::ask, 3, 200, 8, 70'000},
          Asked{EngineKind::ask, 3, 224, 4, 20, mandelbulb},
          Asked{EngineKind::ask, 3, 256, 4, 256, julibrot, volume::Order::sorted}}) {
        volume::Plan plan;
        plan.engine = asked.engine;
        plan.axes = asked.axes;
        plan.function = asked.function;
        plan.dwell_limit = asked.dwell_limit;
        plan.B = asked.B;
        plan.order = asked.order;
        for (int axis = 0; axis < volume::max_axes; ++axis)
            plan.side.of[axis] = static_cast<std::uint16_t>(axis < asked.axes ? asked.side : 1);
        if (asked.function == mandelbulb) plan.centre_re = 0;
        expect_close(fmt::format("volume {} {} k {} n {} B {} dwell {} {}", name_of(plan.function),
                                 name_of(plan.engine), plan.axes, asked.side, plan.B,
                                 plan.dwell_limit, name_of(plan.order)),
                     memory_of(plan), [&] {
                         volume::Progress progress;
                         volume::make_runner(plan)->run({}, progress);
                     });
    }
}

TEST(MemoryOfCurves, IsEstimated) {
    using curves::CountBy, curves::EngineKind;
    struct Asked {
        EngineKind engine;
        std::int64_t lines;
        std::uint32_t cap;
        float tolerance = 0.0005F;
        CountBy by = CountBy::tolerance;
    };
    for (const Asked& asked :
         {Asked{EngineKind::scan, 300'000, 64}, Asked{EngineKind::scan, 1'000'000, 16},
          Asked{EngineKind::scan, 100'000, 1024, 1e-6F},
          Asked{EngineKind::scan, 400'000, 64, 0.0005F, CountBy::curvature},
          Asked{EngineKind::scan, 200'000, 256, 0.00002F}, Asked{EngineKind::flat, 100'000, 64},
          Asked{EngineKind::flat, 400'000, 16}, Asked{EngineKind::dp, 100'000, 64},
          Asked{EngineKind::dp, 200'000, 32}, Asked{EngineKind::dp_block, 100'000, 64}}) {
        curves::Plan plan;
        plan.engine = asked.engine;
        plan.lines = asked.lines;
        plan.rule.cap = asked.cap;
        plan.rule.tolerance = asked.tolerance;
        plan.rule.by = asked.by;
        expect_close(fmt::format("curves {} {} lines cap {}", name_of(plan.engine), plan.lines,
                                 plan.rule.cap),
                     memory_of(plan), [&] { curves::make_runner(plan)->run({}); });
    }
}

TEST(MemoryOfPoints, IsEstimated) {
    using points::Distribution, points::EngineKind;
    struct Asked {
        EngineKind engine;
        Distribution distribution;
        std::int64_t count;
        std::uint32_t min;
    };
    for (const Asked& asked : {Asked{EngineKind::linear, Distribution::uniform, 1'000'000, 16},
                               Asked{EngineKind::linear, Distribution::clumps, 1'000'000, 16},
                               Asked{EngineKind::linear, Distribution::uniform, 700'000, 1},
                               Asked{EngineKind::karras, Distribution::spiral, 1'000'000, 16},
                               Asked{EngineKind::karras, Distribution::uniform, 500'000, 2},
                               Asked{EngineKind::ask, Distribution::uniform, 1'500'000, 32},
                               Asked{EngineKind::ask, Distribution::grid, 1'000'000, 8},
                               Asked{EngineKind::dp, Distribution::mouse, 1'500'000, 64},
                               Asked{EngineKind::dp, Distribution::uniform, 1'000'000, 8},
                               Asked{EngineKind::dp_mbr, Distribution::clumps, 1'500'000, 16}}) {
        points::Plan plan;
        plan.engine = asked.engine;
        plan.distribution = asked.distribution;
        plan.count = asked.count;
        plan.rule.min = asked.min;
        expect_close(fmt::format("points {} {} {} min {}", name_of(plan.engine),
                                 name_of(plan.distribution), plan.count, plan.rule.min),
                     memory_of(plan), [&] {
                         const auto runner = points::make_runner(plan);
                         runner->run({});
                         runner->levels({});
                     });
    }
}

TEST(MemoryOfGasket, IsEstimated) {
    using gasket::EngineKind;
    using tests::AskedGasket;
    for (const AskedGasket& asked :
         {AskedGasket{EngineKind::bb, "gasket", 12}, AskedGasket{EngineKind::bb, "carpet", 8},
          AskedGasket{EngineKind::lambda, "gasket", 12},
          AskedGasket{EngineKind::lambda, "vicsek", 8}, AskedGasket{EngineKind::nu, "gasket", 14},
          AskedGasket{EngineKind::nu, "carpet", 8}, AskedGasket{EngineKind::table, "gasket", 14},
          AskedGasket{EngineKind::table, "gasket", 14, 8},
          AskedGasket{EngineKind::bits, "gasket", 18},
          AskedGasket{EngineKind::bits, "gasket", 17, 16, 5}})
        measure(asked, Backend::cpu, expect_close);
}

}  // namespace
}  // namespace mariani
