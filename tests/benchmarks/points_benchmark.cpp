// The time of a tree on cpu, for every engine.
//   build/release/benchmarks/points_benchmark --benchmark_filter='uniform/1000000/'
#include "compute/workloads/points/request.hpp"
#include "compute/workloads/points/runner.hpp"

#include <exception>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::points {
namespace {

void run(benchmark::State& state, const Request& request) {
    try {
        const auto runner = make_runner(resolve(request).front());
        runner->run({});
        RunStats stats;
        for (auto _ : state) {
            stats = *runner->run({});
            state.SetIterationTime(stats.compute_ms / 1000);
        }
        state.counters["nodes"] = static_cast<double>(stats.nodes);
        state.counters["child_launches"] = static_cast<double>(stats.child_launches);
        state.counters["refused"] = static_cast<double>(stats.refused_launches);
        state.counters["floor_ms"] = runner->floor_ms();
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add_all(Request request) {
    for (const auto distribution : {Distribution::uniform, Distribution::clumps})
        for (const auto& engine : choices<EngineKind>()) {
            request.distribution = distribution;
            request.engines = {engine.value};
            const auto name =
                fmt::format("{}/{}/{}", name_of(distribution), request.count, engine.name);
            benchmark::RegisterBenchmark(
                name.c_str(), [request](benchmark::State& state) { run(state, request); })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace
}  // namespace mariani::points

int main(int argc, char** argv) {
    using namespace mariani;
    points::Request request;
    for (const std::int64_t count : {100'000, 1'000'000}) {
        request.count = count;
        points::add_all(request);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
