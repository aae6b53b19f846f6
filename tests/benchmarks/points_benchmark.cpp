// The time of a tree, for every engine of both backends. What cannot run here is skipped with the
// reason. Of a run's own clock, which is the device's on cuda.
//   build/release/benchmarks/points_benchmark --benchmark_filter='cpu/uniform/1000000/'
//   build/release/benchmarks/points_benchmark --benchmark_filter='cuda' --benchmark_repetitions=5
// A frame of the window's tab, of moving points, is on the wall's clock, from time to picture:
//   build/release/benchmarks/points_benchmark --benchmark_filter='frame'
// What the device does for a picture, on its own clock:
//   build/release/benchmarks/points_benchmark --benchmark_filter='look'
#include "app/workloads/points/scene.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/runner.hpp"

#include <exception>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::points {
namespace {

void run(benchmark::State& state, const Request& request) {
    try {
        const auto runner =
            make_runner(resolve(request, backend_unavailable(Backend::cuda)).front());
        runner->run({});
        RunStats stats;
        for (auto _ : state) {
            stats = *runner->run({});
            state.SetIterationTime(stats.compute_ms / 1000);
        }
        state.counters["nodes"] = static_cast<double>(stats.nodes);
        state.counters["launches"] = static_cast<double>(stats.launches);
        state.counters["child_launches"] = static_cast<double>(stats.child_launches);
        state.counters["refused"] = static_cast<double>(stats.refused_launches);
        state.counters["floor_ms"] = runner->floor_ms();
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add(const std::string& name, const Request& request) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [request](benchmark::State& state) { run(state, request); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

// Those that launch from the device also with a pool that has room for all: "pool:1048576".
void add_all(Request request) {
    for (const auto distribution : {Distribution::uniform, Distribution::clumps})
        for (const auto& engine : choices<EngineKind>()) {
            request.distribution = distribution;
            request.engines = {engine.value};
            request.pool = Problem{}.pool;
            const auto name = fmt::format("{}/{}/{}/{}", name_of(*request.backend),
                                          name_of(distribution), request.count, engine.name);
            add(name, request);
            if (request.backend != Backend::cuda || !is_recursive(engine.value)) continue;
            request.pool = 1 << 20;
            add(fmt::format("{}/pool:{}", name, request.pool), request);
        }
}

// What the device does for a picture of 1920 x 1080 pixels, without the copy to the host and the
// colours.
void look(benchmark::State& state, const Request& request) {
    try {
        const auto runner =
            make_runner(resolve(request, backend_unavailable(Backend::cuda)).front());
        runner->run({});
        TreePart part;
        part.size = {1920, 1080};
        TreePlanes planes;
        runner->look(part, false, planes, {});
        for (auto _ : state) {
            runner->look(part, false, planes, {});
            state.SetIterationTime(planes.device_ms.value() / 1000);
        }
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add_looks(Request request, std::int64_t count) {
    request.count = count;
    request.backend = Backend::cuda;
    for (const auto distribution : {Distribution::uniform, Distribution::spiral}) {
        request.distribution = distribution;
        const auto name = fmt::format("look/cuda/{}/{}", name_of(distribution), count);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [request](benchmark::State& state) { look(state, request); })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
}

// As the window asks for it, without the copy to the screen.
void draw_frames(benchmark::State& state, const Request& request) {
    try {
        app::PointsScene scene;
        app::PointsJob job;
        job.request = request;
        job.no_cuda = backend_unavailable(Backend::cuda);
        job.part.size = {1920, 1080};
        job.request.time = 0;
        scene.draw(job, {});
        for (auto _ : state) {
            job.request.time += 1.0 / 60;
            benchmark::DoNotOptimize(scene.draw(job, {}));
        }
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add_frames(Request request, std::int64_t count, Backend backend) {
    request.count = count;
    request.backend = backend;
    request.distribution = Distribution::spiral;
    const auto name = fmt::format("frame/{}/{}", name_of(backend), count);
    benchmark::RegisterBenchmark(
        name.c_str(), [request](benchmark::State& state) { draw_frames(state, request); })
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace mariani::points

int main(int argc, char** argv) {
    using namespace mariani;
    points::Request request;
    for (const std::int64_t count : {100'000, 1'000'000}) {
        request.count = count;
        request.backend = Backend::cpu;
        points::add_all(request);
    }
    for (const std::int64_t count : {100'000, 1 << 20, 1 << 24}) {
        request.count = count;
        request.backend = Backend::cuda;
        points::add_all(request);
    }
    points::add_frames({}, 100'000, Backend::cpu);
    for (const std::int64_t count : {100'000, 1 << 20}) {
        points::add_frames({}, count, Backend::cuda);
        points::add_looks({}, count);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
