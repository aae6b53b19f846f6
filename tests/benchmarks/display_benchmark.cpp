// The time to hand finished dwells of 3840 x 2160 pixels to OpenGL, by each path. Needs a display;
// what is not possible there is skipped with the reason.
//   build/release/benchmarks/display_benchmark --benchmark_repetitions=5
// Two times each: until show() returns, which is what the window's thread spends, and until OpenGL
// has everything (glFinish), which includes CUDA and OpenGL taking turns on the GPU.
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/gl/dwell_texture.hpp"
#include "render/interop/bridge.hpp"
#include "tests/interop/gl_window.hpp"

#include <chrono>

#include <benchmark/benchmark.h>

namespace mariani {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Field dwells_of(Backend backend, std::uint32_t dwell_limit = 512) {
    FrameRequest request;
    request.view = {{-0.745, 0.113}, 0.02};
    request.image = {3840, 2160};
    request.part = whole(request.image);
    request.dwell_limit = dwell_limit;  // above 65535 a GPU's dwells take 4 bytes instead of 2
    request.engine = EngineKind::ask;
    request.backend = backend;
    FrameProgress progress;
    return EngineDispatcher().compute(request, {}, progress)->dwells;
}

enum class Until { returned, finished };

// Times show(), with all earlier work done.
template <typename Show>
void measure(benchmark::State& state, Until until, const Show& show) {
    for (auto _ : state) {
        glFinish();
        const auto begin = Clock::now();
        show();
        if (until == Until::finished) glFinish();
        state.SetIterationTime(seconds_since(begin));
    }
}

bool skipped(benchmark::State& state, bool with_gpu) {
    std::string why = test::why_no_gl_window();
    if (why.empty() && with_gpu) why = backend_unavailable(Backend::cuda).value_or("");
    if (!why.empty()) state.SkipWithError(why.c_str());
    return !why.empty();
}

void interop(benchmark::State& state, Until until, std::uint32_t dwell_limit = 512) {
    if (skipped(state, true)) return;
    const auto support = render::interop::query_support();
    if (!support.device) return state.SkipWithError(support.reason.c_str());
    render::DwellTexture texture(std::make_shared<render::interop::Bridge>(*support.device));
    const Field dwells = dwells_of(Backend::cuda, dwell_limit);
    measure(state, until, [&] { texture.show(dwells, {}); });
}

// The worker copies to host memory, the window does the rest.
void staged(benchmark::State& state, Until until, std::uint32_t dwell_limit = 512) {
    if (skipped(state, true)) return;
    render::DwellTexture texture;
    const Field dwells = dwells_of(Backend::cuda, dwell_limit);
    double copying = 0;
    measure(state, until, [&] {
        const auto begin = Clock::now();
        const Field on_host = host_copy(dwells);
        copying += seconds_since(begin);
        texture.show(on_host, {});
    });
    state.counters["copy_ms"] =
        benchmark::Counter(1000 * copying, benchmark::Counter::kAvgIterations);
}

void upload(benchmark::State& state, Until until) {
    if (skipped(state, false)) return;
    render::DwellTexture texture;
    const Field dwells = dwells_of(Backend::cpu);
    measure(state, until, [&] { texture.show(dwells, {}); });
}

void summary(benchmark::State& state, Backend backend) {
    if (const auto why = backend_unavailable(backend)) return state.SkipWithError(why->c_str());
    const Field dwells = dwells_of(backend);
    for (auto _ : state) benchmark::DoNotOptimize(summarise(dwells, 512));
}

constexpr auto ms = benchmark::kMillisecond;
BENCHMARK_CAPTURE(interop, returned, Until::returned)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(interop, finished, Until::finished)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(interop, finished_of_4_bytes, Until::finished, 65'536)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(staged, returned, Until::returned)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(staged, finished, Until::finished)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(staged, finished_of_4_bytes, Until::finished, 65'536)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(upload, returned, Until::returned)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(upload, finished, Until::finished)->UseManualTime()->Unit(ms);
BENCHMARK_CAPTURE(summary, cuda, Backend::cuda)->Unit(ms);
BENCHMARK_CAPTURE(summary, cpu, Backend::cpu)->Unit(ms);

}  // namespace
}  // namespace mariani

BENCHMARK_MAIN();
