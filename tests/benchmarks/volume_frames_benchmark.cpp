// The time of the window's pictures of a volume while w turns: a run, planes, rays and drawing,
// but not the screen. Those that cannot be drawn here are skipped with the reason.
//   build/release/benchmarks/volume_frames_benchmark --benchmark_filter='cpu/96/'
//   build/release/benchmarks/volume_frames_benchmark --benchmark_filter='cuda/512/'
#include "app/workloads/volume/scene.hpp"
#include "compute/service/engine_registry.hpp"

#include <cmath>
#include <exception>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr ImageSize window{970, 900};
constexpr double turn = 1.0 / 1440;  // of a picture at 60 a second

VolumeJob job_of(const volume::Request& request, VolumeShown shown, bool grid) {
    VolumeJob job;
    job.plan = volume::resolve(request, backend_unavailable(Backend::cuda));
    for (int axis = 0; axis < job.plan.axes; ++axis)
        job.at.at[axis] = static_cast<std::int16_t>(job.plan.side.of[axis] / 2);
    job.size = window;
    job.style.shown = shown;
    job.style.grid = grid;
    job.style.solid = job.plan.dwell_limit;
    job.style.palette = {"blue to gold", {{8, 24, 88}, {220, 236, 250}, {250, 190, 60}}};
    if (job.plan.backend == Backend::cpu) job.style.coarse = shown == VolumeShown::space ? 3 : 2;
    job.moving = true;
    return job;
}

void draw(benchmark::State& state, const volume::Request& request, VolumeShown shown, bool grid) {
    try {
        VolumeDraftsman draftsman(std::make_shared<volume::Progress>());
        VolumeJob job = job_of(request, shown, grid);
        auto picture = draftsman(job, {});
        double run_ms = 0;
        for (auto _ : state) {
            job.plan.turn = std::fmod(job.plan.turn + turn, 1.0);
            picture = draftsman(job, {});
            run_ms += picture->stats.compute_ms;
        }
        state.counters["run_ms"] = benchmark::Counter(run_ms, benchmark::Counter::kAvgIterations);
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add(const volume::Request& request, VolumeShown shown, bool grid) {
    const auto name =
        fmt::format("{}/{}/{}{}", name_of(*request.backend), request.side,
                    shown == VolumeShown::space ? "space" : "slices", grid ? "/grid" : "");
    benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State& state) { draw(state, request, shown, grid); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace mariani::app

int main(int argc, char** argv) {
    using namespace mariani;
    for (const auto& [backend, side] : {std::pair{Backend::cpu, 96},
                                        {Backend::cpu, 256},
                                        {Backend::cuda, 96},
                                        {Backend::cuda, 512}}) {
        volume::Request request;
        request.backend = backend;
        request.side = side;
        for (const bool grid : {false, true}) app::add(request, app::VolumeShown::slices, grid);
        app::add(request, app::VolumeShown::space, false);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
