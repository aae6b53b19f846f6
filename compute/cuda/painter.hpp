// How each engine paints a canvas, and what it paints with.
#pragma once

#include "compute/cuda/canvas.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

#include <vector>

namespace mariani::cuda {

// What a painter returns; the counts are in the workspace's control.
struct Painted {
    bool finished = false;  // or stopped
    double compute_ms = 0;  // on the device's clock
};

template <typename T>
Painted paint_ex(const Job<T>& job, const FramePlan& plan, Workspace& workspace);
template <typename T>
Painted paint_dp(const Job<T>& job, const FramePlan& plan, Workspace& workspace);
template <typename T>
Painted paint_wpr(const Job<T>& job, const FramePlan& plan, Workspace& workspace);
template <typename T>
Painted paint_ask(const Job<T>& job, const FramePlan& plan, Workspace& workspace);

}  // namespace mariani::cuda
