// How long the timeline's panel takes to draw 10^6 bars, moved by a few pixels each time; and where
// the mouse is over another bar each time. A picture has 16.7 ms.
//
//   ninja -C build/release benchmarks/timeline_benchmark &&
//   build/release/benchmarks/timeline_benchmark
#include "tests/panels/million_bars.hpp"
#include "tests/panels/stage.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <benchmark/benchmark.h>

namespace mariani::app {
namespace {

class Shown {
  public:
    Shown(const benchmark::State& state, std::shared_ptr<const Timeline> timeline) {
        stage.settings.panel_shown = false;
        stage.settings.timeline_shown = true;
        stage.seen.timeline = std::move(timeline);
        stage.scene = [this](const PanelContext& context) {
            stage.seen.layout.timeline = 360;
            timeline_panel(context);
        };
        stage.frames(3);
        auto& shown = stage.state.timeline;
        shown.view = zoomed(shown.view, *stage.seen.timeline, shown.width, 0.5 * shown.width,
                            1 / static_cast<double>(state.range(1)));
    }

    Stage stage{{1920, 1080}};
};

std::shared_ptr<const Timeline> blocks(const benchmark::State& state) {
    return million_bars(static_cast<unsigned>(state.range(0)));
}
std::shared_ptr<const Timeline> launches(const benchmark::State& state) {
    return launched_bars(static_cast<unsigned>(state.range(0)), 6);
}

// Rows, and how many times closer than the whole.
void pan(benchmark::State& state, const std::shared_ptr<const Timeline>& of) {
    Shown shown(state, of);
    auto& timeline = shown.stage.state.timeline;
    int most = 0;
    for (auto _ : state) {
        timeline.view = moved(timeline.view, *shown.stage.seen.timeline, timeline.width, 7);
        shown.stage.frame();
        most = std::max(most, ImGui::GetDrawData()->TotalVtxCount);
    }
    state.counters["vertices"] = most;
}
void pan_blocks(benchmark::State& state) {
    pan(state, blocks(state));
}
BENCHMARK(pan_blocks)
    ->ArgsProduct({{2, 16, 128}, {1, 10, 1000, 100'000}})
    ->Unit(benchmark::kMillisecond);

void pan_launches(benchmark::State& state) {
    pan(state, launches(state));
}
BENCHMARK(pan_launches)->ArgsProduct({{2, 128}, {1, 1000, 100'000}})->Unit(benchmark::kMillisecond);

void point(benchmark::State& state, const std::shared_ptr<const Timeline>& of) {
    Shown shown(state, of);
    const auto [left, top, width, height] = shown.stage.state.timeline.rows;
    float x = 0;
    for (auto _ : state) {
        x = x < width - 20 ? x + 7 : 1;
        shown.stage.hover({left + x, top + 4});
    }
}

void point_at_blocks(benchmark::State& state) {
    point(state, blocks(state));
}
BENCHMARK(point_at_blocks)->ArgsProduct({{2, 128}, {1000, 100'000}})->Unit(benchmark::kMillisecond);

void point_at_launches(benchmark::State& state) {
    point(state, launches(state));
}
BENCHMARK(point_at_launches)
    ->ArgsProduct({{2, 128}, {1, 1000, 100'000}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mariani::app

BENCHMARK_MAIN();
