// How a block paints pixels: a rectangle filled, or iterated.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/cuda/canvas.hpp"
#include "compute/kernel/border.hpp"
#include "compute/kernel/dwell.hpp"

namespace mariani::cuda {

struct Pixel {
    int x;
    int y;
};

// The dwell of a pixel, and where asked to, into the picture.
template <typename T>
__device__ kernel::PointDwell iterate_pixel(const Canvas<T>& canvas, Pixel pixel, bool keep) {
    float fraction = 0;
    const auto point = kernel::dwell_of_point(
        canvas.plane.re(pixel.x), canvas.plane.im(pixel.y), canvas.dwell_limit, canvas.shortcuts,
        canvas.fractions ? &fraction : nullptr, [&] { return raised(canvas.stop); });
    if (keep) {
        const auto at = canvas.index(pixel.x, pixel.y);
        canvas.dwells[at] = point.dwell;
        if (canvas.fractions) canvas.fractions[at] = fraction;
    }
    return point;
}

// A thread's way through a rectangle's pixels, row by row: all threads of the block together take
// each pixel once, neighbours side by side.
class RowWalk {
  public:
    __device__ explicit RowWalk(PixelRect rect)
        : rect_(rect),
          step_x_(thread_count() % rect.width),
          step_y_(thread_count() / rect.width),
          x_(thread_rank() % rect.width),
          y_(thread_rank() / rect.width) {}

    __device__ bool inside() const { return y_ < rect_.height; }
    __device__ Pixel pixel() const { return {rect_.x + x_, rect_.y + y_}; }
    __device__ void next() {
        x_ += step_x_;
        y_ += step_y_;
        if (x_ >= rect_.width) {
            x_ -= rect_.width;
            ++y_;
        }
    }

  private:
    PixelRect rect_;
    int step_x_;
    int step_y_;
    int x_;
    int y_;
};

// Fills a part of a region with its border's dwell, and its fractions from the border's. Outside
// |c| = 2 a region may span octaves, too much to interpolate, and is cheap to iterate.
template <typename T>
__device__ void fill(const Canvas<T>& canvas, PixelRect rect, PixelRect region,
                     std::uint32_t dwell) {
    if (empty(rect)) return;
    if (canvas.fractions && dwell == 0) {
        for (RowWalk walk(rect); walk.inside(); walk.next())
            iterate_pixel(canvas, walk.pixel(), true);
        return;
    }
    for (RowWalk walk(rect); walk.inside(); walk.next())
        canvas.dwells[canvas.index(walk.pixel().x, walk.pixel().y)] = dwell;
    if (!canvas.fractions) return;

    const auto ring = [&](int x, int y) { return canvas.fractions[canvas.index(x, y)]; };
    const bool escaped = dwell < canvas.dwell_limit;
    for (RowWalk walk(rect); walk.inside(); walk.next()) {
        const auto [x, y] = walk.pixel();
        canvas.fractions[canvas.index(x, y)] = escaped ? kernel::coons(region, x, y, ring) : 0.0F;
    }
}

// How many of a block's rounds a rectangle takes: the block's shape laid over it, tile by tile.
__device__ inline int rounds_of(PixelRect rect) {
    const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
    return ((rect.width + width - 1) / width) * ((rect.height + height - 1) / height);
}

// Iterates a rectangle's pixels in the rounds [begin, end); the steps that the thread took.
template <typename T>
__device__ Count iterate(const Canvas<T>& canvas, PixelRect rect, int begin, int end) {
    const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
    const int columns = (rect.width + width - 1) / width;
    Count iterations = 0;
    for (int round = begin; round < end; ++round) {
        const int x = round % columns * width + static_cast<int>(threadIdx.x);
        const int y = round / columns * height + static_cast<int>(threadIdx.y);
        if (x >= rect.width || y >= rect.height) continue;
        iterations += iterate_pixel(canvas, {rect.x + x, rect.y + y}, true).iterations;
    }
    return iterations;
}

// How many rounds may pass before a look at the clock and at a stop: a fraction of a millisecond.
__device__ inline int rounds_between_looks(std::uint32_t dwell_limit) {
    constexpr std::uint32_t iterations = 1U << 17;
    return static_cast<int>(max(1U, iterations / dwell_limit));
}

}  // namespace mariani::cuda
