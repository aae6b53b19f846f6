// DP: CUDA dynamic parallelism. A block examines a region, and launches kernels for what follows:
// the children, the fill or the leaf. Each of these launches is checked here, on the device; what
// one of them would have done, the block does itself if it fails.
#pragma once

#include "compute/cuda/launch.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/recording.cuh"

#include <algorithm>

namespace mariani::cuda {

template <subdivision::Elements E>
struct DpJob {
    Job<E> job;
    Scheme scheme;
};

// Regions for a launch: those of level 0 from `first` on, else the children of `parent`.
struct Regions {
    Level level;
    LatticeCell parent;
    std::int64_t first;
};

// A region's fill or leaf pixels for a launch, which blocks share in strips of rows.
struct DpPiece {
    Level level;
    PixelRect region;
    PixelRect rect;
    std::uint32_t dwell;   // of a fill
    std::uint32_t record;  // of a leaf
    int strip_rows;
};

__device__ inline PixelRect own_strip(const DpPiece& piece) {
    PixelRect rect = piece.rect;
    const int first = static_cast<int>(blockIdx.x) * piece.strip_rows;
    rect.y += first;
    rect.height = max(0, min(piece.strip_rows, rect.height - first));
    return rect;
}

template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads) dp_fill(const DpJob<E>* dp, const DpPiece piece) {
    BlockTimer<E> timer(dp->job);
    const PixelRect rect = own_strip(piece);
    fill(dp->job.canvas, rect, piece.region, piece.dwell, block_team());
    timer.end(inside_span(piece.region, piece.level.number, Outcome::filled, true));
    if (first_thread())
        atomicAdd(&dp->job.control->pixels_done, static_cast<Count>(pixel_count(rect)));
}

template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads) dp_leaf(const DpJob<E>* dp, const DpPiece piece) {
    __shared__ BlockState state;
    const Job<E>& job = dp->job;
    const PixelRect rect = own_strip(piece);
    BlockTimer<E> timer(job);
    Iterations iterations;
    begin_counting(state);
    if (first_thread()) note_progress(*job.control, state, pixel_count(rect));
    if (!__syncthreads_or(first_thread() && stopped(*job.control)))
        iterate_leaf(job, rect, piece.record, 0, 0, iterations);
    timer.end(inside_span(piece.region, piece.level.number, Outcome::leaf, true));
    flush_counts(*job.control, piece.level.number, state, iterations);
}

// Counts the launch that this thread has just asked for. False when it was refused.
__device__ inline bool launched(Control& control) {
    const bool made = cudaGetLastError() == cudaSuccess;
    atomicAdd(made ? &control.launches : &control.failed_launches, Count{1});
    return made;
}

template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads)
    dp_regions(const DpJob<E>* dp, const Regions regions);

// True when the children have been launched. First thread only.
template <subdivision::Elements E>
__device__ bool launch_children(const DpJob<E>* dp, const Task& task) {
    const auto count = static_cast<unsigned>(children(dp->job, task.level, task.cell).count());
    if (count == 0) return true;
    const Regions regions{next_level(dp->job, task.level), task.cell, 0};
    dp_regions<E><<<count, blockDim, 0, cudaStreamFireAndForget>>>(dp, regions);
    return launched(*dp->job.control);
}

// True when the region's fill or leaf has been launched: SBR with one block, MBR with enough for
// `pixels_per_thread`. First thread only.
template <subdivision::Elements E>
__device__ bool launch_piece(const DpJob<E>* dp, const Task& task, const RegionResult& found) {
    const bool filled = found.outcome == Outcome::filled;
    const int pixels_per_thread = filled ? 64 : 4;
    const PixelRect rect =
        filled ? remaining_to_fill(dp->job, task.level, task.rect) : subdivision::inside(task.rect);
    if (empty(rect)) return true;
    const int block_rows = static_cast<int>(blockDim.y);
    int rows = rect.height;
    if (dp->scheme == Scheme::mbr)
        rows = max(1, pixels_per_thread * thread_count() / rect.width / block_rows) * block_rows;
    const auto blocks = static_cast<unsigned>((rect.height + rows - 1) / rows);
    const DpPiece piece{task.level, task.rect, rect, found.dwell, found.record, rows};
    if (filled)
        dp_fill<E><<<blocks, blockDim, 0, cudaStreamFireAndForget>>>(dp, piece);
    else
        dp_leaf<E><<<blocks, blockDim, 0, cudaStreamFireAndForget>>>(dp, piece);
    return launched(*dp->job.control);
}

// Launches what follows from a region's outcome, or does it here if the launch fails. True where
// the inside has been painted here. Called by all threads of the block.
template <subdivision::Elements E>
__device__ bool finish_region(const DpJob<E>* dp, const Task& task, const RegionResult& found,
                              BlockState& state, Iterations& iterations) {
    const Job<E>& job = dp->job;
    const bool subdivided = found.outcome == Outcome::subdivided;
    __syncthreads();  // a child sees what was written before its launch by the launching thread's
                      // block
    if (first_thread()) {
        state.refused = subdivided ? !launch_children(dp, task) : !launch_piece(dp, task, found);
        if (state.refused && subdivided) subdivide_in_place(job, task, state.path);
    }
    __syncthreads();
    if (!state.refused || subdivided) return false;
    if (found.outcome == Outcome::filled)
        fill(job.canvas, remaining_to_fill(job, task.level, task.rect), task.rect, found.dwell,
             block_team());
    else
        iterate_leaf(job, subdivision::inside(task.rect), found.record, 0, 0, iterations);
    if (first_thread()) note_progress(*job.control, state, pixel_count(task.rect));
    return true;
}

// The block's region, then those that it had to subdivide itself. First thread only.
template <subdivision::Elements E>
__device__ void take_region(const Job<E>& job, const Regions& regions, bool first,
                            BlockState& state) {
    state.task.level.number = -1;
    if (stopped(*job.control)) return;
    if (!first) {
        next_own_task(job, state.path, state.task);
        return;
    }
    const auto all =
        regions.level.number == 0
            ? subdivision::first_regions(job.layout, job.params.g)
            : children(job, {regions.level.number - 1, regions.level.lattice / job.params.r},
                       regions.parent);
    state.task = task_of(job, regions.level, all[regions.first + blockIdx.x]);
}

// One region per block.
template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads)
    dp_regions(const DpJob<E>* dp, const Regions regions) {
    __shared__ BlockState state;
    const Job<E>& job = dp->job;
    Iterations iterations;
    int counted = regions.level.number;
    BlockTimer<E> timer(job);
    begin_counting(state);
    for (bool first = true;; first = false) {
        if (first_thread()) take_region(job, regions, first, state);
        __syncthreads();
        const Task task = state.task;
        if (task.level.number < 0) break;
        if (task.level.number != counted) {
            flush_counts(*job.control, counted, state, iterations);
            counted = task.level.number;
        }
        timer.begin();
        const RegionResult found = examine(job, task, state, iterations);
        timer.end(border_span(task, found.outcome, first && regions.level.number > 0));
        if (finish_region(dp, task, found, state, iterations))
            timer.end(inside_span(task.rect, task.level.number, found.outcome, false));
    }
    flush_counts(*job.control, counted, state, iterations);
}

// --- the host's side ----------------------------------------------------------------------------

template <subdivision::Elements E>
class Recursion {
  public:
    Recursion(const Job<E>& job, const FramePlan& plan, Workspace& workspace)
        : plan_(plan), workspace_(workspace) {
        dp_.job = job;
        dp_.scheme = plan.scheme;
        auto& memory = workspace_.list(List::job);
        memory.reserve(sizeof(dp_));
        check(cudaMemcpyAsync(memory.as<void>(), &dp_, sizeof(dp_), cudaMemcpyHostToDevice,
                              workspace_.stream().get()),
              "hand the frame over");
    }

    // The initial regions, in groups that take about as long as a launch may.
    PaintResult run() {
        const auto all = subdivision::first_regions(dp_.job.layout, plan_.subdivision.g).count();
        const double pixels = static_cast<double>(pixel_count(plan_.part));
        const auto& facts = workspace_.facts();
        const double steps =
            sizeof(typename E::Number) == 4 ? facts.steps_per_ms_f32 : facts.steps_per_ms_f64;
        const double steps_of_region =
            pixels / static_cast<double>(all) * static_cast<double>(plan_.dwell_limit);
        LaunchSizer sizer(workspace_.launch_ms(), steps / steps_of_region);
        const bool grouped = workspace_.launch_ns() != 0;
        double before_ms = 0;
        workspace_.start_clock();
        for (std::int64_t first = 0; first < all;) {
            const std::int64_t left = std::min(all - first, max_blocks);
            const std::int64_t count = grouped ? std::min(sizer.next(), left) : left;
            const Regions group{{0, plan_.subdivision.g}, {}, first};
            launch("level 0", workspace_.stream(), {count, plan_.block}, dp_regions<E>,
                   workspace_.list(List::job).template as<const DpJob<E>>(), group);
            if (!workspace_.wait()) return {};
            const double ms = workspace_.frame_ms();
            sizer.learn(count, ms - before_ms);
            before_ms = ms;
            first += count;
        }
        return {true, before_ms};
    }

  private:
    static constexpr std::int64_t max_blocks = (std::int64_t{1} << 31) - 1;  // of a grid

    const FramePlan& plan_;
    Workspace& workspace_;
    DpJob<E> dp_{};
};

// `Of<T>` are the elements computed with T, float or double.
template <template <typename> class Of>
PaintResult paint_dp(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                     Workspace& workspace) {
    return paint_in_precision<Of>(frame, surface, plan, workspace, [&](const auto& job) {
        return Recursion(job, plan, workspace).run();
    });
}

}  // namespace mariani::cuda
