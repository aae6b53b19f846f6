// How an engine paints a canvas.
#pragma once

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"
#include "compute/model/region_times.hpp"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace mariani::cpu {

struct PaintResult {
    std::vector<LevelStats> levels;
    std::vector<Region> regions;  // sorted by level, y, x; empty unless asked for
    RegionTimes times;            // likewise
};

inline std::int64_t ns_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
}

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
