// How long it takes to find and to draw what is seen of a timeline with 10^6 bars, moved by a few
// pixels each time: a picture has 16.7 ms.
//
//   ninja -C build/release benchmarks/timeline_benchmark &&
//   build/release/benchmarks/timeline_benchmark
#include "app/measure/timeline.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace mariani::app {
namespace {

constexpr std::size_t bars = 1'000'000;
constexpr double width = 1800;

const Timeline& million(std::int64_t threads) {
    static Timeline made;
    if (made.units.size() == static_cast<std::size_t>(threads)) return made;
    std::mt19937 random(1);
    BlockTrace trace;
    std::vector<std::uint32_t> free_from(static_cast<std::size_t>(threads), 0);
    for (std::size_t i = 0; i < bars; ++i) {
        const std::size_t unit = i % free_from.size();
        const std::uint32_t begin = free_from[unit] + static_cast<std::uint32_t>(random() % 100);
        free_from[unit] = begin + 100 + static_cast<std::uint32_t>(random() % 3000);
        trace.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(unit), 0,
                         static_cast<BlockUse>(random() % 3), begin, free_from[unit]});
    }
    return made = timeline_of(trace, Backend::cpu, "benchmark");
}

// Threads, and how many times closer than the whole.
void pan(benchmark::State& state) {
    const Timeline& timeline = million(state.range(0));
    TimelineView view = zoomed(whole_of(timeline, width), timeline, width, width / 2,
                               1 / static_cast<double>(state.range(1)));
    std::vector<SeenBar> seen;
    std::size_t most = 0;
    ImDrawListSharedData shared;
    ImDrawList list(&shared);
    for (auto _ : state) {
        seen.clear();
        for (const TimelineTrack& track : timeline.tracks)
            append_seen_bars(timeline, track, view, width, seen);
        list._ResetForNewFrame();
        list.PushClipRectFullScreen();
        for (const SeenBar& bar : seen)
            list.AddRectFilled({static_cast<float>(bar.from), 0}, {static_cast<float>(bar.to), 20},
                               IM_COL32_WHITE);
        view = moved(view, timeline, width, 7);
        most = std::max(most, seen.size());
        benchmark::DoNotOptimize(seen.data());
    }
    state.counters["drawn"] = static_cast<double>(most);
}
BENCHMARK(pan)->ArgsProduct({{2, 16, 128}, {1, 10, 1000, 100'000}})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mariani::app

BENCHMARK_MAIN();
