// The time of a run of every exact map, under every test and on both backends, and of the contacts
// by a uniform grid. What cannot run here is skipped with the reason. Of a run's own clock, which
// is the device's on cuda.
//   build/release/benchmarks/triangle_benchmark --benchmark_filter='cpu/edm/1024/'
//   build/release/benchmarks/triangle_benchmark --benchmark_filter='cuda' --benchmark_repetitions=5
// With blocks or a layout that are not taken unless asked for, a name tells which: the map alone
// with blocks of each size, and EDM as it comes nearest to its floor.
//   build/release/benchmarks/triangle_benchmark --benchmark_filter='rho'
// A picture of the window's tab, of moving points or spheres, is on the wall's clock:
//   build/release/benchmarks/triangle_benchmark --benchmark_filter='frame'
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/scene.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace mariani::triangle {
namespace {

void run(benchmark::State& state, const Plan& plan) {
    try {
        const auto runner = make_runner(plan);
        Progress progress;
        runner->run({}, progress);
        RunStats stats;
        for (auto _ : state) {
            stats = *runner->run({}, progress);
            state.SetIterationTime(stats.compute_ms / 1000);
        }
        state.counters["launches"] = static_cast<double>(stats.launches);
        state.counters["failed"] = static_cast<double>(stats.failed_launches);
        state.counters["wasted"] = static_cast<double>(waste_of(plan).blocks_wasted);
        state.counters["floor_ms"] = runner->floor_ms();
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add(const Plan& plan, const std::string& how) {
    const auto name =
        fmt::format("{}/{}{}/{}/{}", name_of(plan.backend), name_of(plan.test), how, plan.side,
                    plan.by_grid ? std::string_view("grid") : name_of(plan.map));
    benchmark::RegisterBenchmark(name.c_str(),
                                 [plan](benchmark::State& state) { run(state, plan); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

// Every exact map; `how` is put behind the test's name.
void add_maps(const Request& request, const std::string& how = "") {
    try {
        for (const Plan& plan : resolve(request, {})) add(plan, how);
    } catch (const std::invalid_argument& refusal) {
        fmt::print(stderr, "{}{}, N = {}: {}\n", name_of(request.test), how, request.side,
                   refusal.what());
    }
}

Request request_of(Backend backend, Task test, int side) {
    Request request;
    request.backend = backend;
    request.test = test;
    request.side = side;
    return request;
}

void add_all(Backend backend, int side) {
    for (const auto& test : choices<Task>()) {
        Request request = request_of(backend, test.value, side);
        request.grid = test.value == Task::collision;
        add_maps(request);
    }
}

void add_map_only(int side, int block) {
    Request request = request_of(Backend::cuda, Task::map, side);
    request.block = block;
    add_maps(request, fmt::format("-rho{}", block));
}

void add_edm_in_tiles(int side) {
    Request request = request_of(Backend::cuda, Task::edm, side);
    request.block = 64;
    request.layout = Layout::tiles;
    request.cells = 32;
    add_maps(request, "-tiles-rho64-cells32");
}

// As the window draws them, without the copy to the screen.
void draw_frames(benchmark::State& state, const Plan& at_rest) {
    constexpr ImageSize window{970, 900};
    try {
        app::TriangleStyle style;
        style.text_size = 15;
        auto scene = app::make_scene(at_rest, true, {}).value();
        auto panes = app::panes_of(scene.passes, window, app::line_height(style)).value();
        panes.views = app::within_whole(panes.views, app::least_views(scene, panes));
        auto image = app::draw_triangle(scene, panes, window, style, {}).value();
        const auto runner = make_runner(at_rest);
        double time = 0;
        for (auto _ : state) {
            time = std::fmod(time + 1.0 / 60, limits::max_time);
            scene = app::at_time(scene, time, *runner, {}).value();
            benchmark::DoNotOptimize(app::redraw_values(image, scene, panes, style, {}));
        }
    } catch (const std::exception& refusal) {
        state.SkipWithError(refusal.what());
    }
}

void add_frames(Backend backend, Task test, int features) {
    Request request;
    request.backend = backend;
    request.test = test;
    request.features = features;
    request.maps = {MapKind::rb};
    request.side = 1024;
    const Plan plan = resolve(request, {}).front();
    const auto name = fmt::format("frame/{}/{}/{}", name_of(backend), name_of(test), plan.side);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [plan](benchmark::State& state) { draw_frames(state, plan); })
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace mariani::triangle

int main(int argc, char** argv) {
    using namespace mariani;
    using triangle::Task;
    for (const int side : {1024, 2048, 8192}) triangle::add_all(Backend::cpu, side);
    for (const int side : {8192, 30'720}) triangle::add_all(Backend::cuda, side);
    for (const int block : {8, 16, 32}) triangle::add_map_only(32'768, block);
    triangle::add_edm_in_tiles(30'720);
    for (const auto backend : {Backend::cpu, Backend::cuda}) {
        triangle::add_frames(backend, Task::edm, 4);
        triangle::add_frames(backend, Task::collision, 3);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
