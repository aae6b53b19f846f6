// The time of a step of Life on the gasket, for every engine of both backends, and of what a
// picture of the whole asks of it. Engines that cannot run here, or refuse, are skipped with the
// reason. The wall clock; advance() returns when the steps are done, so that a call's overhead is
// shared by them.
//   build/release/benchmarks/gasket_benchmark --benchmark_filter='bits'
//   build/release/benchmarks/gasket_benchmark --benchmark_filter='look_at'
//   build/release/benchmarks/gasket_benchmark --benchmark_filter='_cuda' --benchmark_repetitions=5
#include "compute/workloads/gasket/board_view.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace mariani::gasket {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double ms_of(Engine& engine, std::int64_t steps) {
    const auto begin = Clock::now();
    engine.advance(steps, {});
    return ms_since(begin);
}

// As many steps as take about so long; after some to warm up.
std::int64_t steps_for(Engine& engine, double ms) {
    std::int64_t steps = 1;
    ms_of(engine, steps);
    while (steps < 1 << 20 && ms_of(engine, steps) < ms / 2) steps *= 2;
    return steps;
}

// A snapshot, and the living cells in each box that a picture of the whole has a pixel for.
void look(benchmark::State& state, const EngineEntry& entry, const Problem& problem) {
    const auto why = entry.unavailable ? entry.unavailable : entry.refusal(problem, {});
    if (why) return state.SkipWithError(why->c_str());
    try {
        const auto engine = entry.make(problem, {});
        const Shape shape = shape_of(problem.fractal, problem.level);
        engine->set_state(random_state(shape.cells, {}));
        const double side = shape.side;
        const int level = shown_level({side / 2, side / 2, side}, {1920, 1080}, shape);
        std::uint64_t box_cells = 1;
        for (int m = 0; m < level; ++m) box_cells *= shape.copies;
        std::vector<std::uint32_t> boxes(shape.cells / box_cells);
        std::iota(boxes.begin(), boxes.end(), 0);
        for (auto _ : state) {
            const auto begin = Clock::now();
            const auto snapshot = engine->snapshot();
            state.counters["snapshot_ms"] = ms_since(begin);
            benchmark::DoNotOptimize(snapshot->populations(box_cells, boxes));
            state.SetIterationTime(ms_since(begin) * 1e-3);
        }
    } catch (const std::exception& refused) {
        state.SkipWithError(refused.what());
    }
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

void add(const EngineEntry& entry, int level, const std::string& name,
         const std::function<void(benchmark::State&)>& function) {
    const std::string full =
        name + "_" + std::string(name_of(entry.backend)) + "/r:" + std::to_string(level);
    benchmark::RegisterBenchmark(full.c_str(), function)
        ->Iterations(5)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

void add_step(const EngineEntry& entry, int level, const std::string& variant, const Method& method,
              Rule rule = {}) {
    Problem problem;
    problem.level = level;
    problem.rule = rule;
    add(entry, level, entry.name + variant,
        [&entry, problem, method](benchmark::State& state) { run(state, entry, problem, method); });
}

void add_all(const EngineEntry& entry, int level) {
    Method method;
    add_step(entry, level, "", method);
    Problem of_level;
    of_level.level = level;
    add(entry, level, "look_at_" + entry.name,
        [&entry, of_level](benchmark::State& state) { look(state, entry, of_level); });
    if (entry.kind == EngineKind::bits) {
        add_step(entry, level, "_any_rule", method, {1U << 3, 1U << 2 | 1U << 3});
        for (const int fuse : {2, 4, 7}) {
            method.fuse = fuse;
            add_step(entry, level, "_x" + std::to_string(fuse), method);
        }
        method.fuse = 1;
        for (int tile = 3; tile <= 8; ++tile) {
            method.tile = tile;
            if (!entry.refusal(of_level, method))
                add_step(entry, level, "_t" + std::to_string(tile), method);
        }
    } else {
        method.rho = 32;
        add_step(entry, level, "_rho_32", method);
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
