// How a block paints pixels: a rectangle filled, or iterated.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/cuda/painter.hpp"
#include "compute/subdivision/border.hpp"

namespace mariani::cuda {

using subdivision::Pixel;

// The dwell of a pixel, and where asked to, into the picture.
template <subdivision::Elements E>
__device__ subdivision::ElementDwell iterate_pixel(const Canvas<E>& canvas, Pixel pixel,
                                                   bool keep) {
    float fraction = 0;
    const auto point =
        canvas.elements.dwell_of(pixel.x, pixel.y, canvas.fractions ? &fraction : nullptr,
                                 [&] { return is_set(canvas.stop); });
    if (keep) {
        const auto at = canvas.index(pixel.x, pixel.y);
        canvas.dwells.store(at, point.dwell);
        if (canvas.fractions) canvas.fractions[at] = fraction;
    }
    return point;
}

// Threads that paint together: a block's, or a warp's.
struct Team {
    int rank;  // of the calling thread
    int size;
};

__device__ inline Team block_team() {
    return {thread_rank(), thread_count()};
}

// A thread's way through a rectangle's pixels, row by row: all threads of the team together take
// each pixel once, neighbours side by side.
class RowWalk {
  public:
    __device__ RowWalk(PixelRect rect, Team team)
        : rect_(rect),
          step_x_(team.size % rect.width),
          step_y_(team.size / rect.width),
          x_(team.rank % rect.width),
          y_(team.rank / rect.width) {}

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

// Gives a rectangle's pixels a dwell, 16 bytes at a time where all rows are aligned alike and long
// enough. A thread goes down the rows; where these are short, several are done at once.
__device__ inline void fill_dwells(const Surface& canvas, PixelRect rect, std::uint32_t dwell,
                                   Team team) {
    const DwellPlane dwells = canvas.dwells;
    const int pitch = canvas.part.width, log2_whole = dwells.narrow ? 3 : 2;  // pixels in 16 bytes
    const int whole = 1 << log2_whole;
    const int log2_vector = pitch % whole == 0 && rect.width >= 4 * whole ? log2_whole : 0;
    const int vector = 1 << log2_vector;
    const int outside = (rect.x - canvas.part.x) & (vector - 1);  // of a row's first vector
    const int vectors = (outside + rect.width + vector - 1) >> log2_vector;
    // A power of two of threads to a row.
    const int shift = min(32 - __clz(vectors - 1), 31 - __clz(team.size));
    const int rows = team.size >> shift, row = team.rank >> shift, threads = 1 << shift;
    if (row >= rows) return;
    const auto step =
        dwells.bytes(static_cast<std::size_t>(rows) * static_cast<std::size_t>(pitch));
    const std::uint32_t word = dwells.narrow ? dwell << 16 | dwell : dwell;
    for (int v = team.rank & (threads - 1); v < vectors; v += threads) {
        const int begin = max(v * vector - outside, 0);
        const int end = min(v * vector - outside + vector, rect.width);
        std::byte* at = dwells.place(canvas.index(rect.x + begin, rect.y + row));
        if (end - begin == whole)
            for (int y = row; y < rect.height; y += rows, at += step)
                *reinterpret_cast<uint4*>(at) = {word, word, word, word};
        else
            for (int y = row; y < rect.height; y += rows, at += step)
#pragma unroll 1
                for (std::size_t i = 0; i < static_cast<std::size_t>(end - begin); ++i)
                    dwells.store(at + dwells.bytes(i), dwell);
    }
}

// Gives a part of a filled region its fractions.
template <subdivision::Elements E>
__device__ void fill_fractions(const Canvas<E>& canvas, PixelRect rect, PixelRect region,
                               std::uint32_t dwell, Team team) {
    const auto ring = [&](int x, int y) { return canvas.fractions[canvas.index(x, y)]; };
    const auto from = canvas.elements.fractions_of_fill(dwell);
    for (RowWalk walk(rect, team); walk.inside(); walk.next()) {
        const auto [x, y] = walk.pixel();
        if (from == subdivision::FillFractions::iterated)
            iterate_pixel(canvas, {x, y}, true);
        else
            canvas.fractions[canvas.index(x, y)] = from == subdivision::FillFractions::interpolated
                                                       ? subdivision::coons(region, x, y, ring)
                                                       : 0.0F;
    }
}

// Fills a part of a region with its border's dwell.
template <subdivision::Elements E>
__device__ void fill(const Canvas<E>& canvas, PixelRect rect, PixelRect region, std::uint32_t dwell,
                     Team team) {
    if (empty(rect)) return;
    fill_dwells(canvas, rect, dwell, team);
    if (canvas.fractions) fill_fractions(canvas, rect, region, dwell, team);
}

// How many of a block's rounds a rectangle takes: the block's shape laid over it, tile by tile.
__device__ inline int rounds_of(PixelRect rect) {
    const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
    return ((rect.width + width - 1) / width) * ((rect.height + height - 1) / height);
}

// Iterates a rectangle's pixels in the rounds [begin, end); the steps that the thread took.
template <subdivision::Elements E>
__device__ Count iterate(const Canvas<E>& canvas, PixelRect rect, int begin, int end) {
    const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
    const int columns = (rect.width + width - 1) / width;
    Count iterations = 0;
    for (int round = begin; round < end; ++round) {
        const int x = round % columns * width + static_cast<int>(threadIdx.x);
        const int y = round / columns * height + static_cast<int>(threadIdx.y);
        if (x >= rect.width || y >= rect.height) continue;
        const Pixel pixel{rect.x + x, rect.y + y};
        const std::uint32_t steps = iterate_pixel(canvas, pixel, true).iterations;
        iterations += steps;
        canvas.count_work(pixel.x, pixel.y, steps);
    }
    return iterations;
}

// How many rounds may pass before a look at the clock and at a stop: a fraction of a millisecond.
__device__ inline int rounds_between_polls(std::uint32_t dwell_limit) {
    constexpr std::uint32_t iterations = 1U << 17;
    return static_cast<int>(max(1U, iterations / dwell_limit));
}

}  // namespace mariani::cuda
