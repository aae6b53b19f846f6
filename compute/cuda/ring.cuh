// A border above the tiles: a warp iterates a piece of what the parent's border does not share.
#pragma once

#include "compute/cuda/lanes.cuh"
#include "compute/cuda/wpr.cuh"

namespace mariani::cuda {

// The border that a warp is at; in shared memory.
struct RingMemory {
    subdivision::RingSides fresh;  // what of it the parent's border does not share
    int end[4];                    // how many pixels these sides have, with those before them
    RegionLines lines;
    bool rows_within;  // whether rows of finer lattices begin or end within the region

    __device__ int pixels() const { return end[3]; }
};

template <subdivision::Elements E>
__device__ void enter_ring(const WprJob<E>& wpr, const WprLevel& level, const Task& task,
                           RingMemory& memory) {
    __syncwarp();
    if (lane_id() == 0) {
        memory.fresh =
            subdivision::new_ring_sides(task.rect, unknown_pixels(wpr, level, task.cell));
        int pixels = 0;
        for (int i = 0; i < 4; ++i)
            memory.end[i] = pixels += static_cast<int>(pixel_count(memory.fresh.side[i]));
        memory.lines = RegionLines::of(wpr.lines, task.rect);
        memory.rows_within = level.lattice.value() != wpr.lines.lattice.value();
    }
    __syncwarp();
}

// Some of a border's fresh pixels. `plain`: nothing but their dwells is wanted.
template <subdivision::Elements E, bool plain>
struct RingPixels {
    static constexpr int place_bits = 29;

    const WprJob<E>& wpr;
    const RingMemory& memory;
    int first;
    int number;
    subdivision::BorderRange range;  // of the lane
    Count iterations = 0;            // of the lane
    int next = 0;

    __device__ int count() const { return number; }
    __device__ bool any_left() const { return next < number; }
    __device__ int claim(int some) {
        next += some;
        return next - some;
    }
    __device__ bool near_formulas() const { return true; }
    // The side, and where on it.
    __device__ int take(int i) const {
        const int k = first + i;
        const int side = (k >= memory.end[0]) + (k >= memory.end[1]) + (k >= memory.end[2]);
        return side << place_bits | (k - (side > 0 ? memory.end[side - 1] : 0));
    }
    __device__ Pixel pixel(int name) const {
        const PixelRect side = memory.fresh.side[name >> place_bits];
        const int place = name & ((1 << place_bits) - 1);
        return side.height == 1 ? Pixel{side.x + place, side.y} : Pixel{side.x, side.y + place};
    }
    __device__ void put(int name, subdivision::ElementDwell point, float fraction) {
        const auto [x, y] = pixel(name);
        const auto& canvas = wpr.job.canvas;
        const auto& rect = memory.lines.rect;
        *memory.lines.place(x, y) = point.dwell;
        const bool on_column = y != rect.y && y != rect.y + rect.height - 1;
        if (on_column && memory.rows_within && wpr.lines.has_row(y))
            wpr.lines.row(y)[x] = point.dwell;
        range.take(point.dwell);
        iterations += point.iterations;
        if (plain) return;
        if (canvas.fractions) canvas.fractions[canvas.index(x, y)] = fraction;
        canvas.count_work(x, y, point.iterations);
    }
};

// What is known of a border's fresh pixels.
struct RingResult {
    int pixels;
    subdivision::BorderRange range;
    Count iterations;
};

// Not inlined, so that the lanes' pixels have the registers to themselves.
template <bool shortcuts, bool plain, subdivision::Elements E>
__device__ __noinline__ RingResult iterate_ring(const WprJob<E>& wpr, const RingMemory& memory,
                                                int first, int number) {
    RingPixels<E, plain> pixels{wpr, memory, first, number, {}};
    iterate_pixels<shortcuts, !plain>(wpr.job.canvas, pixels);
    __syncwarp();
    return {memory.pixels(), warp_reduce_range(pixels.range), warp_reduce_sum(pixels.iterations)};
}

// Adds a piece of a border that the warp has just written to what is known of it. True for the last
// one: then all of the border can be read.
__device__ inline bool add_piece(Ring& ring, unsigned pieces, RingResult& found) {
    unsigned done = 0;
    if (lane_id() == 0) {
        add_nonzero(found.iterations, &ring.iterations);
        atomicMax(&ring.max, found.range.max);
        atomicMax(&ring.inverted_min, ~found.range.min);
        __threadfence();
        done = atomicAdd(&ring.pieces_done, 1U) + 1;
        __threadfence();
    }
    __syncwarp();
    if (from_lane(done, 0) < pieces) return false;
    found.iterations = __ldcg(&ring.iterations);
    found.range = {~__ldcg(&ring.inverted_min), __ldcg(&ring.max)};
    __syncwarp();
    if (lane_id() == 0) ring = {};
    return true;
}

}  // namespace mariani::cuda
