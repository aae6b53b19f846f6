// What it costs a frame to be watched while it grows (compute/model/growing_frame.hpp).
//   build/release/benchmarks/growing_frame_benchmark --benchmark_repetitions=9
//       --benchmark_enable_random_interleaving=true
// The engine's own time of frames of 1440 x 900 pixels: quick ones, which no window shows before
// they are done, and long ones, which are looked at ten times a second.
#include "compute/service/engine_registry.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

namespace mariani {
namespace {

FramePlan plan_for(const EngineEntry& entry, std::uint32_t dwell_limit) {
    FramePlan plan;
    plan.view = {{-0.5, 0}, 2};
    plan.image = {1440, 900};
    plan.part = whole(plan.image);
    plan.dwell_limit = dwell_limit;
    plan.engine = entry.kind;
    plan.backend = entry.backend;
    plan.threads = static_cast<int>(std::thread::hardware_concurrency());
    plan.keep_regions = true;
    if (entry.backend == Backend::cuda) plan.scheme = Scheme::wpr;
    if (entry.kind == EngineKind::ex || entry.kind == EngineKind::dp) plan.scheme = Scheme::sbr;
    return plan;
}

void compute(benchmark::State& state, const EngineEntry& entry, std::uint32_t dwell_limit,
             bool watched) {
    const auto engine = entry.make();
    const FramePlan plan = plan_for(entry, dwell_limit);
    for (auto _ : state) {
        FrameProgress progress;
        if (watched) progress.growing = std::make_shared<GrowingFrame>();
        const std::jthread reader([&](const std::stop_token& over) {
            constexpr std::chrono::milliseconds between{100}, step{1};
            for (auto waited = step; !over.stop_requested(); waited += step) {  // wakes either way
                std::this_thread::sleep_for(step);
                if (watched && waited % between == waited.zero())
                    benchmark::DoNotOptimize(progress.growing->picture());
            }
        });
        const auto frame = engine->compute(plan, {}, progress);
        state.SetIterationTime(frame->stats.compute_ms * 1e-3);
    }
}

void on_engine(const EngineEntry& entry) {
    for (const std::uint32_t limit : {512U, 50'000U})
        for (const bool watched : {false, true}) {
            const std::string name = entry.name + (limit == 512U ? "/quick" : "/long") +
                                     (watched ? "/watched" : "/alone");
            benchmark::RegisterBenchmark(
                name.c_str(),
                [&entry, limit, watched](auto& state) { compute(state, entry, limit, watched); })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace
}  // namespace mariani

int main(int argc, char** argv) {
    for (const auto& entry : mariani::engine_registry())
        if (!entry.unavailable) mariani::on_engine(entry);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
