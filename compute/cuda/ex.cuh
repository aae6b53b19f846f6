// Ex: every pixel, in bands of rows whose height follows the time that they take.
#pragma once

#include "compute/cuda/launch.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/recording.cuh"

#include <algorithm>

namespace mariani::cuda {

// Iterates a band, a tile per block: `rounds` times the block's height of pixels below each other.
template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads)
    ex_band(const __grid_constant__ Job<E> job, const PixelRect band, const int rounds) {
    __shared__ Count sum;
    if (first_thread()) sum = 0;
    __syncthreads();
    const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y) * rounds;
    const int columns = (band.width + width - 1) / width;
    const int left = static_cast<int>(blockIdx.x) % columns * width;
    const int top = static_cast<int>(blockIdx.x) / columns * height;
    const PixelRect tile{band.x + left, band.y + top, min(width, band.width - left),
                         min(height, band.height - top)};
    if (stopped(*job.control)) return;
    BlockTimer<E> timer(job);
    const Count iterations = iterate(job.canvas, tile, 0, rounds_of(tile));
    add_block_sum(iterations, &sum);
    __syncthreads();
    timer.end(inside_span(tile, 0, Outcome::leaf, false));
    if (!first_thread()) return;
    atomicAdd(&job.control->counts[0].iterations, sum);
    atomicAdd(&job.control->pixels_done, static_cast<Count>(pixel_count(tile)));
}

// The whole part as a region, for the list of regions. One block.
template <subdivision::Elements E>
__global__ void ex_region(const __grid_constant__ Job<E> job) {
    __shared__ std::uint32_t lowest, highest;
    if (first_thread()) {
        lowest = ~0U;
        highest = 0;
    }
    __syncthreads();
    const Canvas<E>& canvas = job.canvas;
    subdivision::BorderRange own;
    for (int k = thread_rank(); k < ring_pixels(canvas.part); k += thread_count()) {
        const Pixel pixel = ring_pixel(canvas.part, k);
        own.take(canvas.dwells.load(canvas.index(pixel.x, pixel.y)));
    }
    atomicMin(&lowest, own.min);
    atomicMax(&highest, own.max);
    __syncthreads();
    if (!first_thread()) return;
    job.control->regions_kept = 1;
    job.regions[0] = {canvas.part, lowest,       highest, job.control->counts[0].iterations,
                      0,           Outcome::leaf};
}

template <subdivision::Elements E>
class Bands {
  public:
    Bands(const Job<E>& job, const FramePlan& plan, Workspace& workspace)
        : job_(job),
          block_(plan.block),
          workspace_(workspace),
          resident_(resident_blocks(ex_band<E>, block_, workspace.facts().multiprocessors)) {}

    PaintResult run(FrameProgress& progress) {
        const auto& facts = workspace_.facts();
        const double steps =
            sizeof(typename E::Number) == 4 ? facts.steps_per_ms_f32 : facts.steps_per_ms_f64;
        LaunchSizer sizer(workspace_.launch_ms(), steps / job_.canvas.elements.dwell_limit);
        const PixelRect part = job_.canvas.part;
        double before_ms = 0;
        workspace_.start_clock();
        for (int y = 0; y < part.height;) {
            const std::int64_t rows =
                (sizer.next() / part.width / block_.height + 1) * block_.height;
            PixelRect band = part;
            band.y += y;
            band.height = static_cast<int>(std::min<std::int64_t>(rows, part.height - y));
            paint(band);
            y += band.height;
            if (y == part.height && job_.regions)
                launch("region", workspace_.stream(), {1, {256, 1}}, ex_region<E>, job_);
            if (!workspace_.wait()) return {};
            const double ms = workspace_.frame_ms();
            sizer.learn(pixel_count(band), ms - before_ms);
            before_ms = ms;
            progress.pixels_done = pixel_count(PixelRect{0, 0, part.width, y});
        }
        return {true, before_ms};
    }

  private:
    void paint(PixelRect band) {
        constexpr std::int64_t waves = 16, max_rounds = 64;  // so that all blocks end together
        const auto across = [](int length, std::int64_t step) {
            return (length + step - 1) / step;
        };
        const std::int64_t columns = across(band.width, block_.width);
        const std::int64_t tiles = columns * across(band.height, block_.height);
        const std::int64_t rounds =
            std::clamp<std::int64_t>(tiles / (resident_ * waves), 1, max_rounds);
        const std::int64_t rows = across(band.height, block_.height * rounds);
        launch("level 0", workspace_.stream(), {columns * rows, block_}, ex_band<E>, job_, band,
               static_cast<int>(rounds));
    }

    const Job<E>& job_;
    BlockSize block_;
    Workspace& workspace_;
    std::int64_t resident_;
};

// `Of<T>` are the elements computed with T, float or double.
template <template <typename> class Of>
PaintResult paint_ex(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                     Workspace& workspace) {
    return paint_in_precision<Of>(frame, surface, plan, workspace, [&](const auto& job) {
        return Bands(job, plan, workspace).run(workspace.progress());
    });
}

}  // namespace mariani::cuda
