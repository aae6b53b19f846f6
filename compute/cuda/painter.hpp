// How an engine paints a surface, and what it paints with.
#pragma once

#include "compute/cuda/canvas.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"

namespace mariani::cuda {

// What a painter returns; the counts are in the workspace's control.
struct PaintResult {
    bool finished = false;  // or stopped
    double compute_ms = 0;  // on the device's clock
};

using Painter = PaintResult (*)(const FrameJob& frame, const Surface& surface,
                                const FramePlan& plan, Workspace& workspace);

// One workload's painters, one for each engine, and ASK's in the scheme WPR: null where the
// workload's elements have no lanes (lanes.cuh).
struct Painters {
    Painter ex;
    Painter dp;
    Painter ask;
    Painter wpr;
};

// Calls paint(job) for the plan's precision: `Of<T>` are the elements computed with T, float or
// double.
template <template <typename> class Of, typename Paint>
PaintResult paint_in_precision(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                               const Paint& paint) {
    if (plan.precision == Precision::f32)
        return paint(Job<Of<float>>{frame, {surface, Of<float>::of(plan)}});
    return paint(Job<Of<double>>{frame, {surface, Of<double>::of(plan)}});
}

}  // namespace mariani::cuda
