// How each engine paints a canvas.
#pragma once

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"

#include <vector>

namespace mariani::cpu {

struct Painted {
    std::vector<LevelStats> levels;
    std::vector<Region> regions;  // sorted by level, y, x; empty unless asked for
};

// Each returns with the canvas unfinished when the canvas's stop token says so.
template <typename T>
Painted paint_ex(const Canvas<T>& canvas, const FramePlan& plan, Crew& crew);
template <typename T>
Painted paint_dp(const Canvas<T>& canvas, const FramePlan& plan, Crew& crew);
template <typename T>
Painted paint_ask(const Canvas<T>& canvas, const FramePlan& plan, Crew& crew);

}  // namespace mariani::cpu
