// The speed of the engines. Every benchmark of iterations also gives its share of a core's FMA
// peak, measured beside it: three fused multiply-adds per iteration.
//
//   nice -n -15 taskset -c 0 build/release/benchmarks/engines_benchmark
#include "compute/cpu/engines.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace mariani {
namespace {

const View paper{{-0.5, 0}, 2};
const View seahorse{{-0.745, 0.113}, 0.02};
const View elephant{{0.275, 0.007}, 0.03};
const View inside{{-0.1, 0}, 0.2};

FramePlan plan(const View& view, int size, std::uint32_t dwell_limit, EngineKind engine) {
    FramePlan made;
    made.view = view;
    made.image = {size, size};
    made.part = whole(made.image);
    made.dwell_limit = dwell_limit;
    made.precision = Precision::f64;
    made.engine = engine;
    made.backend = Backend::cpu;
    made.shortcuts = false;
    made.threads = 1;
    return made;
}

// One frame per iteration; the first, which includes fresh memory, is not timed.
void run_frames(benchmark::State& state, const FramePlan& asked) {
    const auto engine = cpu::make_engine(asked.engine, mandelbrot::cpu_painters());
    FrameProgress progress;
    engine->compute(asked, {}, progress);
    double iterations = 0, best = 0, peak = 0;  // best: iterations per second of the best frame
    for (auto _ : state) {
        const auto frame = engine->compute(asked, {}, progress);
        const auto done = static_cast<double>(frame->stats.total().iterations);
        iterations += done;
        best = std::max(best, done / frame->stats.compute_ms * 1e3);
        state.PauseTiming();
        peak = std::max(peak, cpu::measure_fma_peak(asked.precision));
        state.ResumeTiming();
    }
    state.counters["iterations/s"] = benchmark::Counter(iterations, benchmark::Counter::kIsRate);
    state.counters["best_share_of_peak"] = 3 * best / peak / asked.threads;
}

void fma_peak(benchmark::State& state, Precision precision) {
    double peak = 0;
    for (auto _ : state) peak = std::max(peak, cpu::measure_fma_peak(precision));
    state.counters["FMA/s"] = peak;
}

void add(const std::string& name, const FramePlan& asked) {
    benchmark::RegisterBenchmark(name.c_str(), run_frames, asked)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

// Only points inside the set: nothing but the lanes' inner loop.
void add_lanes() {
    for (const auto precision : {Precision::f64, Precision::f32}) {
        auto asked = plan(inside, 256, 8192, EngineKind::ex);
        asked.precision = precision;
        add("lanes/inside/" + std::string(name_of(precision)), asked);
    }
}

// Views in which one part does nearly all of the work.
void add_pieces() {
    const View outside{{3, 3}, 1};  // every pixel escapes in its first block
    add("pieces/fresh_and_counted", plan(outside, 1024, 512, EngineKind::ex));
    add("pieces/first_blocks_and_replay", plan(seahorse, 512, 256, EngineKind::ex));
    auto culled = plan(inside, 1024, 512, EngineKind::ex);
    culled.shortcuts = true;
    add("pieces/cardioid_test", culled);
    auto periodic = plan(View{{-0.1225, 0.745}, 0.1}, 512, 100000, EngineKind::ex);
    periodic.shortcuts = true;
    add("pieces/brent", periodic);
    auto borders = plan(outside, 1024, 512, EngineKind::ask);
    borders.subdivision = {256, 2, 4};  // all regions are filled: 12 of 16 pixels are border
    add("pieces/borders_and_fills", borders);
}

// As in the papers: every iteration is done. ASK with the parameters that are best here.
void add_plain_frames() {
    for (const std::uint32_t dwell_limit : {512U, 8192U})
        for (const int threads : {1, 2}) {
            const std::string suffix = "/paper/2048/" + std::to_string(dwell_limit) +
                                       "/threads:" + std::to_string(threads);
            auto ex = plan(paper, 2048, dwell_limit, EngineKind::ex);
            ex.threads = threads;
            add("ex" + suffix, ex);
            auto ask = plan(paper, 2048, dwell_limit, EngineKind::ask);
            ask.threads = threads;
            ask.subdivision = {4, 2, 4};
            add("ask" + suffix, ask);
        }
}

// As in the window: with shortcuts.
void add_short_frames() {
    const std::pair<const char*, View> views[] = {
        {"paper", paper}, {"seahorse", seahorse}, {"elephant", elephant}};
    for (const auto& [name, view] : views)
        for (const auto engine : {EngineKind::ex, EngineKind::ask}) {
            auto asked = plan(view, 1024, 4096, engine);
            asked.shortcuts = true;
            asked.subdivision = {4, 2, 8};
            add("shortcuts/" + std::string(name_of(engine)) + "/" + name + "/1024/4096", asked);
        }
}

void add_all() {
    for (const auto precision : {Precision::f64, Precision::f32})
        benchmark::RegisterBenchmark(("fma_peak/" + std::string(name_of(precision))).c_str(),
                                     fma_peak, precision);
    add_lanes();
    add_pieces();
    add_plain_frames();
    add_short_frames();
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
