// How an engine paints a canvas.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/engine.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"
#include "compute/subdivision/elements.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::cpu {

// Where a frame's values go. Shared by its threads, each of which writes other pixels.
struct Surface {
    PixelRect part;
    std::uint32_t* dwells;  // of part, row by row
    float* fractions;       // or null
    std::uint32_t* work;    // to which iterations are added, or null
    std::stop_token stop;
    FrameProgress* progress;

    std::size_t index(int x, int y) const { return mariani::index(part, x, y); }
    void count_work(std::size_t at, std::uint32_t iterations) const {
        if (work) work[at] += iterations;
    }
    // Their values will not change.
    void show_finished(std::span<const PixelRect> rects) const {
        if (progress->growing && !rects.empty()) progress->growing->add(rects);
    }
};

// The picture that a frame's threads paint: what to compute, and where it goes.
template <subdivision::Elements E>
struct Canvas : Surface {
    E elements;
};

// Pixels to iterate. `owner` is where their iterations are counted.
struct PixelRun {
    PixelRect rect;
    std::uint32_t owner = 0;
};

// Iterates every pixel of the runs, writes dwells (and fractions), adds the steps taken to
// iterations[owner]. False when a stop cut it short.
template <typename E>
bool iterate_one_by_one(const Canvas<E>& canvas, std::span<const PixelRun> runs,
                        std::span<std::int64_t> iterations) {
    for (const auto& [rect, owner] : runs)
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x) {
                if (canvas.stop.stop_requested()) return false;
                const auto at = canvas.index(x, y);
                if (canvas.fractions) canvas.fractions[at] = 0;
                const auto [dwell, steps] = canvas.elements.dwell_of(
                    x, y, canvas.fractions ? canvas.fractions + at : nullptr,
                    [&canvas] { return canvas.stop.stop_requested(); });
                canvas.dwells[at] = dwell;
                canvas.count_work(at, steps);
                iterations[owner] += steps;
                canvas.progress->pixels_done.fetch_add(1, std::memory_order_relaxed);
            }
    return true;
}

// The same. A workload that has vectors for its elements overloads it for their canvas, in its own
// namespace.
template <typename E>
bool iterate(const Canvas<E>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations) {
    return iterate_one_by_one(canvas, runs, iterations);
}

struct PaintResult {
    std::vector<LevelStats> levels;
    std::vector<Region> regions;  // sorted by level, y, x; empty unless asked for
    RegionTimes times;            // likewise
};

// Returns with the surface unfinished when its stop token says so.
using Painter = PaintResult (*)(const Surface& surface, const FramePlan& plan,
                                ThreadPool& thread_pool);

// Where a frame's distances and normals go, once its dwells are known.
struct ExteriorSurface {
    PixelRect part;
    const std::uint32_t* dwells;  // of part, row by row
    float* distances;             // as many
    float* normals;
    std::stop_token stop;
};

// Returns with the surface unfinished when its stop token says so.
using ExteriorPainter = void (*)(const ExteriorSurface& surface, const FramePlan& plan,
                                 ThreadPool& thread_pool);

// One workload's painters, one for each engine; and what follows any of them if the plan asks for
// it: null where the workload's elements lie at no distance from anything.
struct Painters {
    Painter ex;
    Painter dp;
    Painter ask;
    ExteriorPainter exterior = nullptr;
};

}  // namespace mariani::cpu
