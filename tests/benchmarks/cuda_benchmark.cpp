// The speed of the CUDA engines' parts, on views in which one part does nearly all of the work.
// Needs a GPU; without one each is skipped with the reason. Times are the device's.
//   build/release/benchmarks/cuda_benchmark --benchmark_repetitions=5
#include "compute/service/engine_dispatcher.hpp"
#include "compute/service/machine.hpp"

#include <algorithm>
#include <string>

#include <benchmark/benchmark.h>

namespace mariani {
namespace {

const View paper{{-0.5, 0}, 2};
const View seahorse{{-0.745, 0.113}, 0.02};
const View inside{{-0.1, 0}, 0.2};
const View outside{{3, 3}, 1};  // every pixel escapes in its first block

FramePlan plan(const View& view, int side, std::uint32_t dwell_limit, EngineKind engine,
               Scheme scheme = Scheme::sbr) {
    FramePlan made;
    made.view = view;
    made.image = {side, side};
    made.part = whole(made.image);
    made.dwell_limit = dwell_limit;
    made.precision = Precision::f32;
    made.engine = engine;
    made.scheme = scheme;
    made.backend = Backend::cuda;
    made.shortcuts = false;
    return made;
}

bool skipped(benchmark::State& state) {
    const auto why = backend_unavailable(Backend::cuda);
    if (why) state.SkipWithError(why->c_str());
    return why.has_value();
}

// One frame per iteration; the first, which includes allocation and loading, is not timed.
void run_frames(benchmark::State& state, const FramePlan& asked) {
    if (skipped(state)) return;
    EngineDispatcher engines;
    FrameProgress progress;
    const FrameRequest request = request_for(asked);
    engines.compute(request, {}, progress);
    double iterations = 0, best = 0;
    for (auto _ : state) {
        const auto frame = engines.compute(request, {}, progress);
        const auto done = static_cast<double>(frame->stats.total().iterations);
        iterations += done;
        best = std::max(best, done / frame->stats.compute_ms * 1e3);
        state.SetIterationTime(frame->stats.compute_ms * 1e-3);
    }
    state.counters["iterations/s"] = benchmark::Counter(iterations, benchmark::Counter::kIsRate);
    state.counters["best_share_of_peak"] = 3 * best / measure_fma_peak(asked);
}

void fma_peak(benchmark::State& state, Precision precision) {
    if (skipped(state)) return;
    auto asked = plan(inside, 64, 64, EngineKind::ex);
    asked.precision = precision;
    double peak = 0;
    for (auto _ : state) peak = std::max(peak, measure_fma_peak(asked));
    state.counters["FMA/s"] = peak;
}

void memset_speed(benchmark::State& state) {
    if (skipped(state)) return;
    constexpr std::int64_t bytes = std::int64_t{1} << 30;
    for (auto _ : state)
        state.SetIterationTime(1e-3 *
                               measure_memset_ms(plan(inside, 64, 64, EngineKind::ex), bytes));
    state.SetBytesProcessed(bytes * static_cast<std::int64_t>(state.iterations()));
}

void add(const std::string& name, const FramePlan& asked) {
    benchmark::RegisterBenchmark(name.c_str(), run_frames, asked)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
}

// For all engines: the inner loop, and the extra cost of an escaped pixel.
void add_iterations() {
    for (const auto precision : {Precision::f32, Precision::f64}) {
        auto loop = plan(inside, 2048, 8192, EngineKind::ex);
        loop.precision = precision;
        add("loop/" + std::string(name_of(precision)), loop);
    }
    add("escape_and_replay", plan(outside, 8192, 512, EngineKind::ex));
    auto culled = plan(inside, 8192, 512, EngineKind::ex);
    culled.shortcuts = true;
    add("cardioid_test", culled);
    auto periodic = plan(View{{-0.1225, 0.745}, 0.1}, 2048, 100'000, EngineKind::ex);
    periodic.shortcuts = true;
    add("brent", periodic);
}

// The parts of the subdivision, in each scheme.
void add_regions() {
    for (const Scheme scheme : {Scheme::sbr, Scheme::mbr, Scheme::wpr}) {
        const auto named = [&](const char* piece) {
            return std::string(piece) + "/" + std::string(name_of(scheme));
        };
        auto fills = plan(outside, 16384, 512, EngineKind::ask, scheme);
        fills.subdivision = {16, 2, 16};  // 16 x 16 regions, all filled
        add(named("fills"), fills);
        fills.dwell_limit = 65'536;  // dwells take 4 bytes instead of 2
        add(named("fills_of_4_bytes"), fills);
        auto borders = plan(outside, 8192, 512, EngineKind::ask, scheme);
        borders.subdivision = {1024, 2, 8};  // 28 of 64 pixels are border
        add(named("borders"), borders);
        auto leaves = plan(seahorse, 4096, 512, EngineKind::ask, scheme);
        leaves.subdivision = {256, 2, 16};  // nearly all regions are leaves at once
        add(named("leaves"), leaves);
        auto levels = plan(paper, 16384, 512, EngineKind::ask, scheme);
        levels.subdivision = {4, 2, 8};
        add(named("levels"), levels);
    }
}

void add_all() {
    for (const auto precision : {Precision::f32, Precision::f64})
        benchmark::RegisterBenchmark(("fma_peak/" + std::string(name_of(precision))).c_str(),
                                     fma_peak, precision);
    benchmark::RegisterBenchmark("memset", memset_speed)->UseManualTime();
    add_iterations();
    add_regions();
}

}  // namespace
}  // namespace mariani

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    mariani::add_all();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
