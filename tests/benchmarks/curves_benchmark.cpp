// The time of a tessellation, for every engine of both backends. What cannot run here is skipped
// with the reason. Of a run's own clock, which is the device's on cuda.
//   build/release/benchmarks/curves_benchmark --benchmark_filter='cpu/tolerance/'
//   build/release/benchmarks/curves_benchmark --benchmark_filter='cuda' --benchmark_repetitions=5
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <exception>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::curves {
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
        state.counters["vertices"] = static_cast<double>(stats.vertices);
        state.counters["child_launches"] = static_cast<double>(stats.child_launches);
        state.counters["failed"] = static_cast<double>(stats.failed_launches);
        state.counters["failed_mallocs"] = static_cast<double>(stats.failed_mallocs);
        state.counters["floor_ms"] = runner->floor_ms();
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add(const Request& request, const std::string& suffix = "") {
    const auto name = fmt::format("{}/{}/{}/{}{}", name_of(*request.backend),
                                  name_of(request.factor ? CountBy::curvature : CountBy::tolerance),
                                  request.lines, name_of(request.engines.front()), suffix);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [request](benchmark::State& state) { run(state, request); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

constexpr int ample = 1 << 20;  // pool

// dp with vertices that its threads allocate. A process has one heap.
void add_malloc(Request request) {
    request.engines = {EngineKind::dp};
    request.memory = VertexMemory::heap;
    request.heap = 256 << 20;
    request.factor = 16;
    add(request, "/malloc");
    request.pool = ample;
    add(request, "/malloc, ample pool");
}

// Streams of launches beside each other, none of which the pool refuses.
void add_streams(Request request) {
    request.engines = {EngineKind::dp};
    request.pool = ample;
    for (const auto& streams : choices<StreamMode>()) {
        request.streams = streams.value;
        add(request, fmt::format("/stream {}", streams.name));
    }
}

void add_all(Request request) {
    for (const auto by : {CountBy::curvature, CountBy::tolerance}) {
        request.factor = by == CountBy::curvature ? std::optional(16.0) : std::nullopt;
        for (const auto& engine : choices<EngineKind>()) {
            request.engines = {engine.value};
            request.pool = Problem{}.pool;
            add(request);
            if (!has_launches(engine.value) || request.backend == Backend::cpu) continue;
            request.pool = ample;
            add(request, "/ample pool");
        }
    }
}

}  // namespace
}  // namespace mariani::curves

int main(int argc, char** argv) {
    using namespace mariani;
    curves::Request request;
    request.backend = Backend::cpu;
    for (const std::int64_t lines : {10'000, 1 << 17}) {
        request.lines = lines;
        curves::add_all(request);
    }
    request.backend = Backend::cuda;
    for (const std::int64_t lines : {10'000, 1 << 17, 1 << 20}) {
        request.lines = lines;
        curves::add_all(request);
        curves::add_malloc(request);
    }
    request.lines = 10'000;
    curves::add_streams(request);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
