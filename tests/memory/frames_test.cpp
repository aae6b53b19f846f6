// Ten plans of frames of the Mandelbrot set.
#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"
#include "tests/memory/asked_plans.hpp"
#include "tests/memory/peak.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace mariani {
namespace {

using tests::AskedFrame;

std::unique_ptr<Engine> engine_for(const FramePlan& plan) {
    if (is_deep(plan.precision)) return workloads().front().make_deep_engine();
    return find_engine(plan.engine, Backend::cpu)->make();
}

TEST(MemoryOfFrames, IsEstimated) {
    const PlanePoint deep{-1.25, 0};
    for (const AskedFrame& asked :
         {AskedFrame{EngineKind::ex, {}, 3000}, AskedFrame{EngineKind::dp, {}, 3000},
          AskedFrame{EngineKind::ex, {}, 2048, 16, 512, false, true},
          AskedFrame{EngineKind::ex, {}, 1600, 16, 512, false, true, true},
          AskedFrame{EngineKind::ask, {}, 2048, 16, 512, true},
          AskedFrame{EngineKind::ask, {}, 1600, 4, 512, true},
          AskedFrame{EngineKind::ask, {}, 2048, 16, 512, true, false, false, true},
          AskedFrame{EngineKind::dp, {}, 2048, 32, 512, true, true},
          AskedFrame{EngineKind::ex, {}, 1200, 16, 512, false, false, false, false, 1e-20, deep},
          AskedFrame{EngineKind::ask, {}, 1200, 16, 512, true, true, false, false, 1e-290, deep}}) {
        const FramePlan plan = resolve(request_of(asked, Backend::cpu), this_hardware(), {}).plan;
        tests::expect_close(
            fmt::format("mandelbrot {} {} B {}{} {}", engine_label(plan), asked.side, asked.B,
                        asked.fields(), name_of(plan.precision)),
            memory_of(plan), [&] {
                FrameProgress progress;
                engine_for(plan)->compute(plan, {}, progress);
            });
    }
}

}  // namespace
}  // namespace mariani
