// Deep pictures at places of our own: certified, without jumps, with distances, as a preview; and
// the steps of references. What cannot run here is skipped with the reason. Times are those of all
// rungs without the reference and the tables.
//   build/release/benchmarks/deep_benchmark --benchmark_filter='picture/1e-50/'
//   build/release/benchmarks/deep_benchmark --benchmark_filter='reference'
//   --benchmark_repetitions=5
#include "../deep/places.hpp"
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <exception>
#include <numeric>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

namespace mariani::deep {
namespace {

void run_picture(benchmark::State& state, const Request& request, std::optional<int> device) {
    Ladder ladder(0, device);
    Progress progress;
    Statistics sums;
    double ms = 0;
    try {
        ladder.compute({request.place, {4, 4}, request.dwell_limit}, {}, progress);
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
        return;
    }
    for (auto _ : state) {
        const Picture picture = *ladder.compute(request, {}, progress);
        sums = picture.statistics;
        ms = std::accumulate(sums.pixels_ms.begin(), sums.pixels_ms.end(), 0.0);
        state.SetIterationTime(ms / 1000);
    }
    const auto pixels = static_cast<double>(pixel_count(request.size));
    state.counters["us/pixel"] = ms * 1000 / pixels;
    state.counters["first_rung_ms"] = sums.pixels_ms[0];
    state.counters["table_ms"] = sums.table_ms;
    state.counters["steps"] = static_cast<double>(sums.work.steps) / pixels;
    state.counters["jumps"] = static_cast<double>(sums.work.jumps) / pixels;
    state.counters["certified"] = static_cast<double>(sums.pixels[0]) / pixels;
}

void add_pictures(const KnownPlace& known, ImageSize size, std::optional<int> device) {
    Request request{known.place, size, known.limit};
    const auto add = [&](const char* what) {
        benchmark::RegisterBenchmark(
            ((device ? "cuda/" : "picture/") + std::string(known.name) + "/" + what).c_str(),
            [request, device](benchmark::State& state) { run_picture(state, request, device); })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    };
    add("proven");
    request.jumps = false;
    add("proven, step by step");
    request.jumps = true;
    request.smooth = request.exterior = true;
    add("proven, with distances");
    request.smooth = request.exterior = false;
    request.quality = Quality::preview;
    add("preview");
}

using Make = std::unique_ptr<OrbitSource> (*)(const BigReal&, const BigReal&, std::int64_t);
void run_reference(benchmark::State& state, Make make) {
    const auto bits = state.range(0);
    // Inside, where the orbit stays bounded and keeps all of its digits.
    const auto orbit = make(from_decimal("-0.3", bits), from_decimal("0.4", bits), bits);
    for (auto _ : state) benchmark::DoNotOptimize(orbit->next());
}

}  // namespace
}  // namespace mariani::deep

int main(int argc, char** argv) {
    using namespace mariani::deep;
    for (const auto* known : {&place_1e14(), &place_1e50(), &place_1e113(), &place_1e300(),
                              &place_1e533(), &place_1e1086()}) {
        add_pictures(*known, {128, 128}, std::nullopt);
        add_pictures(*known, {1024, 1024}, 0);
    }
    for (const auto& [name, make] :
         {std::pair{"reference/fixed", &make_fixed_orbit}, {"reference/float", &make_float_orbit}})
        for (const int bits : {256, 640, 1024, 1536, 2048, 4096, 16384})
            benchmark::RegisterBenchmark(name, [made = make](benchmark::State& state) {
                run_reference(state, made);
            })->Arg(bits);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
