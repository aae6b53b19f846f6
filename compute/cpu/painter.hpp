// How an engine paints a canvas.
#pragma once

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"

#include <vector>

namespace mariani::cpu {

struct PaintResult {
    std::vector<LevelStats> levels;
    std::vector<Region> regions;  // sorted by level, y, x; empty unless asked for
};

// Returns with the surface unfinished when its stop token says so.
using Painter = PaintResult (*)(const Surface& surface, const FramePlan& plan,
                                ThreadPool& thread_pool);

// One workload's painters, one for each engine.
struct Painters {
    Painter ex;
    Painter dp;
    Painter ask;
};

}  // namespace mariani::cpu
