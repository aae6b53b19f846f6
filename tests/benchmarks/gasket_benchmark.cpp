// The time of a step of Life on the gasket, for every engine of both backends. Engines that cannot
// run here, or refuse, are skipped with the reason. The wall clock; advance() returns when the
// steps are done, so that a call's overhead is shared by them.
//   build/release/benchmarks/gasket_benchmark --benchmark_filter='bits'
//   build/release/benchmarks/gasket_benchmark --benchmark_filter='_cuda' --benchmark_repetitions=5
#include "compute/service/gasket_engines.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace mariani::gasket {
namespace {

using Clock = std::chrono::steady_clock;

double ms_of(Engine& engine, std::int64_t steps) {
    const auto begin = Clock::now();
    engine.advance(steps, {});
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// As many steps as take about so long; after some to warm up.
std::int64_t steps_for(Engine& engine, double ms) {
    std::int64_t steps = 1;
    ms_of(engine, steps);
    while (steps < 1 << 20 && ms_of(engine, steps) < ms / 2) steps *= 2;
    return steps;
}

void run(benchmark::State& state, const EngineEntry& entry, const Problem& problem,
         const Method& method) {
    const auto why = entry.unavailable ? entry.unavailable : entry.refusal(problem, method);
    if (why) return state.SkipWithError(why->c_str());
    try {
        const auto engine = entry.make(problem, method);
        const std::uint64_t cells = shape_of(problem.fractal, problem.level).cells;
        engine->set_state(random_state(cells, {}));
        const std::int64_t steps = steps_for(*engine, 200);
        double best_ms = 1e300, sum_ms = 0;
        for (auto _ : state) {
            const double ms = ms_of(*engine, steps) / static_cast<double>(steps);
            best_ms = std::min(best_ms, ms);
            sum_ms += ms;
            state.SetIterationTime(ms * 1e-3);
        }
        const double mean_ms = sum_ms / static_cast<double>(state.iterations());
        state.counters["best_ms"] = best_ms;
        state.counters["cells/s"] = static_cast<double>(cells) / mean_ms * 1e3;
        state.counters["state_MB"] = static_cast<double>(engine->bytes()) * 1e-6;
    } catch (const std::exception& refused) {
        state.SkipWithError(refused.what());
    }
}

void add(const EngineEntry& entry, int level, const std::string& variant, const Method& method,
         Rule rule = {}) {
    const std::string name = entry.name + variant + "_" + std::string(name_of(entry.backend)) +
                             "/r:" + std::to_string(level);
    Problem problem;
    problem.level = level;
    problem.rule = rule;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&entry, problem, method](benchmark::State& state) { run(state, entry, problem, method); })
        ->Iterations(5)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

void add_all(const EngineEntry& entry, int level) {
    Method method;
    add(entry, level, "", method);
    if (entry.kind == EngineKind::bits) {
        add(entry, level, "_any_rule", method, {1U << 3, 1U << 2 | 1U << 3});
        for (const int fuse : {2, 4, 7}) {
            method.fuse = fuse;
            add(entry, level, "_x" + std::to_string(fuse), method);
        }
        method.fuse = 1;
        Problem problem;
        problem.level = level;
        for (int tile = 3; tile <= 8; ++tile) {
            method.tile = tile;
            if (!entry.refusal(problem, method))
                add(entry, level, "_t" + std::to_string(tile), method);
        }
    } else {
        method.rho = 32;
        add(entry, level, "_rho_32", method);
    }
}

}  // namespace
}  // namespace mariani::gasket

int main(int argc, char** argv) {
    for (const auto& entry : mariani::gasket::engine_registry())
        for (const int level : {12, 15, 16, 20}) mariani::gasket::add_all(entry, level);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
