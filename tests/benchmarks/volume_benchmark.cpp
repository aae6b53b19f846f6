// The time of a volume, for every engine of both backends. Engines that cannot run here are skipped
// with the reason. Of a run's own clock, which is the device's on cuda.
//   build/release/benchmarks/volume_benchmark --benchmark_filter='cpu/julibrot/96/'
//   build/release/benchmarks/volume_benchmark --benchmark_filter='cuda' --benchmark_repetitions=5
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <exception>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::volume {
namespace {

void run(benchmark::State& state, const Request& request) {
    try {
        const auto runner = make_runner(resolve(request, backend_unavailable(Backend::cuda)));
        Progress progress;
        runner->run({}, progress);
        RunStats stats;
        for (auto _ : state) {
            stats = *runner->run({}, progress);
            state.SetIterationTime(stats.compute_ms / 1000);
        }
        state.counters["iterated"] = static_cast<double>(stats.iterated);
        state.counters["floor_ms"] = runner->floor_ms();
        state.counters["launches"] = static_cast<double>(stats.launches);
        state.counters["failed"] = static_cast<double>(stats.failed_launches);
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add(const Request& request, const std::string& more = "") {
    const auto name =
        fmt::format("{}/{}/{}/{}{}", name_of(request.backend), name_of(request.function),
                    request.side, name_of(request.engine), more);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [request](benchmark::State& state) { run(state, request); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

// DP with a pool that refuses nothing.
void add_ample_pool(Request request) {
    if (request.backend == Backend::cpu) return;
    request.engine = EngineKind::dp;
    request.rule = Rule::uniform;
    request.pool = 1 << 20;
    for (const auto scheme : {Scheme::sbr, Scheme::mbr}) {
        request.scheme = scheme;
        add(request, fmt::format("/{}/ample pool", name_of(scheme)));
    }
}

// Ex, and what has regions by the rule uniform.
void add_engines(Request request) {
    for (const auto& engine : choices<EngineKind>()) {
        request.engine = engine.value;
        add(request, fmt::format("/k{}", request.axes));
    }
}

void add_all(Request request) {
    request.engine = EngineKind::ex;
    add(request);
    const bool cuda = request.backend == Backend::cuda;
    for (const auto engine : {EngineKind::dp, EngineKind::ask, EngineKind::surface})
        for (const auto& scheme : choices<Scheme>()) {
            if (scheme.value == Scheme::wpr && (!cuda || engine == EngineKind::dp)) continue;
            if (scheme.value == Scheme::mbr && !cuda && engine == EngineKind::dp) continue;
            request.engine = engine;
            request.scheme = scheme.value;
            for (const auto rule : {Rule::uniform, Rule::sides}) {
                request.rule = rule;
                add(request, fmt::format("/{}/{}", scheme.name, name_of(rule)));
            }
        }
    add_ample_pool(request);
    request.engine = EngineKind::ask;
    request.rule = Rule::uniform;
    request.scheme = Scheme::sbr;
    for (const auto& encoding : choices<Encoding>())
        for (const auto& order : choices<Order>()) {
            request.encoding = encoding.value;
            request.order = order.value;
            add(request, fmt::format("/{}/{}", encoding.name, order.name));
        }
}

// Four axes, and the other function.
void add_others(Request request, int side_of_four, int side) {
    request.axes = max_axes;
    request.side = side_of_four;
    add_engines(request);
    request.axes = space_axes;
    request.side = side;
    request.function = Function::mandelbulb;
    add_engines(request);
}

// Which regions an engine has.
void add_shapes(Request request) {
    for (const auto engine : {EngineKind::ask, EngineKind::surface})
        for (const int g : {8, 16, 32, 64})
            for (const int B : {4, 8, 16, 32}) {
                if (g * 2 * B > request.side) continue;  // g alone decides
                request.engine = engine;
                request.scheme = Scheme::mbr;
                request.g = g;
                request.B = B;
                add(request, fmt::format("/mbr/g{}/B{}", g, B));
            }
}

}  // namespace
}  // namespace mariani::volume

int main(int argc, char** argv) {
    using namespace mariani;
    volume::Request request;
    request.backend = Backend::cpu;
    for (const int side : {96, 256}) {
        request.side = side;
        volume::add_all(request);
    }
    volume::add_others(request, 32, 96);
    request.backend = Backend::cuda;
    for (const int side : {96, 512, 1024}) {
        request.side = side;
        volume::add_all(request);
        volume::add_shapes(request);
    }
    volume::add_others(request, 128, 512);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
