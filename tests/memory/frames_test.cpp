// Ten plans of frames of the Mandelbrot set.
#include "compute/service/engine_registry.hpp"
#include "compute/service/frame_memory.hpp"
#include "tests/memory/peak.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace mariani {
namespace {

struct Asked {
    EngineKind engine;
    int side;
    int B = 16;
    bool regions = false, smooth = false, exterior = false, work = false;
    Length height = 3;
    PlanePoint centre{-0.75, 0};
};

FramePlan plan_of(const Asked& asked) {
    FrameRequest request;
    request.engine = asked.engine;
    request.backend = Backend::cpu;
    request.view = {asked.centre, asked.height};
    request.image = {asked.side, asked.side};
    request.part = whole(request.image);
    request.B = asked.B;
    request.g = 4;
    request.r = 2;
    request.keep_regions = asked.regions;
    request.smooth = asked.smooth;
    request.exterior = asked.exterior;
    request.count_work = asked.work;
    return resolve(request, this_hardware(), {}).plan;
}

std::unique_ptr<Engine> engine_for(const FramePlan& plan) {
    if (is_deep(plan.precision)) return workloads().front().make_deep_engine();
    return find_engine(plan.engine, Backend::cpu)->make();
}

TEST(MemoryOfFrames, IsEstimated) {
    const PlanePoint deep{-1.25, 0};
    for (const Asked& asked :
         {Asked{EngineKind::ex, 3000}, Asked{EngineKind::dp, 3000},
          Asked{EngineKind::ex, 2048, 16, false, true},
          Asked{EngineKind::ex, 1600, 16, false, true, true},
          Asked{EngineKind::ask, 2048, 16, true}, Asked{EngineKind::ask, 1600, 4, true},
          Asked{EngineKind::ask, 2048, 16, true, false, false, true},
          Asked{EngineKind::dp, 2048, 32, true, true},
          Asked{EngineKind::ex, 1200, 16, false, false, false, false, 1e-20, deep},
          Asked{EngineKind::ask, 1200, 16, true, true, false, false, 1e-290, deep}}) {
        const FramePlan plan = plan_of(asked);
        tests::expect_close(
            fmt::format("mandelbrot {} {} B {}{}{}{}{} {}", engine_label(plan), asked.side, asked.B,
                        asked.regions ? " regions" : "", asked.smooth ? " smooth" : "",
                        asked.exterior ? " distances" : "", asked.work ? " work" : "",
                        name_of(plan.precision)),
            memory_of(plan), [&] {
                FrameProgress progress;
                engine_for(plan)->compute(plan, {}, progress);
            });
    }
}

}  // namespace
}  // namespace mariani
