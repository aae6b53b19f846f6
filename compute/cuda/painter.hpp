// How an engine paints a surface, and what it paints with.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/cuda/recording.hpp"
#include "compute/cuda/workspace.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"
#include "compute/subdivision/elements.hpp"
#include "compute/subdivision/lattice.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::cuda {

// Where a frame's values go. Passed to kernels. Every thread writes other pixels, or the same
// value.
struct Surface {
    PixelRect part;
    DwellPlane dwells;     // of part
    float* fractions;      // of part, row by row, or null
    std::uint32_t* work;   // to which iterations are added, or null
    const unsigned* stop;  // in the control

    MARIANI_HOST_DEVICE std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - part.y) * static_cast<std::size_t>(part.width) +
               static_cast<std::size_t>(x - part.x);
    }
    MARIANI_HOST_DEVICE bool plain() const { return !fractions && !work; }

    // Blocks that iterate the same pixel do so one after the other: a child's after its parent's.
    MARIANI_HOST_DEVICE void count_work(int x, int y, std::uint32_t iterations) const {
        if (work) work[index(x, y)] += iterations;
    }
};

// The picture that a frame's blocks paint: what to compute, and where it goes.
template <subdivision::Elements E>
struct Canvas : Surface {
    E elements;
};

// What any workload's kernels are given of a frame. The pointers are to device memory.
struct FrameJob {
    Layout layout;  // of the surface's part; not of Ex
    SubdivisionParams params;
    Control* control;
    Region* regions;  // null: not kept
    Count region_capacity;
    Count launch_ns;  // what a launch may take before it leaves the rest to the next; 0: any time
};

// One frame, to all kernels.
template <subdivision::Elements E>
struct Job : FrameJob {
    Canvas<E> canvas;
};

// What a painter returns; the counts are in the workspace's control.
struct PaintResult {
    bool finished = false;  // or stopped
    double compute_ms = 0;  // on the device's clock
};

using Painter = PaintResult (*)(const FrameJob& frame, const Surface& surface,
                                const FramePlan& plan, Workspace& workspace);

// Where a frame's distances and normals go, once its dwells are known. Passed to kernels.
struct ExteriorSurface {
    PixelRect part;
    DwellPlane dwells;     // of part
    float* distances;      // of part, row by row
    float* normals;        // likewise
    const unsigned* stop;  // in the control
};

// False when the frame was stopped.
using ExteriorPainter = bool (*)(const ExteriorSurface& surface, const FramePlan& plan,
                                 Workspace& workspace);

// One workload's painters, one for each engine, and ASK's in the scheme WPR: null where the
// workload's elements have no lanes (lanes.cuh). And what follows any of them if the plan asks for
// it: null where the workload's elements lie at no distance from anything.
struct Painters {
    Painter ex;
    Painter dp;
    Painter ask;
    Painter wpr;
    ExteriorPainter exterior = nullptr;
};

template <subdivision::Elements E>
Job<E> job_of(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
              Workspace& workspace) {
    Job<E> job{frame, {surface, E::of(plan)}};
    if constexpr (is_recorded<E>) job.canvas.elements.recording = recording_in(workspace);
    return job;
}

// Calls paint(job) for the plan's precision: `Of<T>` are the elements computed with T, float or
// double.
template <template <typename> class Of, typename Paint>
PaintResult paint_in_precision(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                               Workspace& workspace, const Paint& paint) {
    if (plan.precision == Precision::f32)
        return paint(job_of<Of<float>>(frame, surface, plan, workspace));
    return paint(job_of<Of<double>>(frame, surface, plan, workspace));
}

}  // namespace mariani::cuda
