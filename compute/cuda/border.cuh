// A region's border, walked by a block.
#pragma once

#include "compute/cuda/paint.cuh"

namespace mariani::cuda {

// What a block found on a border; the same for all its threads.
struct Border {
    bool uniform;
    std::uint32_t dwell;    // where uniform
    bool in_one_component;  // of the set: all in the cardioid or all in the bulb; where looked for
    int pixels;             // that were iterated
};

// Shared by the block's threads, and theirs from one call of walk_border to the next.
struct BorderNotes {
    std::uint32_t first_dwell;
    std::uint32_t least;  // of all dwells, where the region is kept in a list
    std::uint32_t most;
};

__device__ inline int ring_pixels(PixelRect rect) {
    if (rect.width == 1 || rect.height == 1) return rect.width * rect.height;
    return 2 * (rect.width + rect.height) - 4;
}

// The k-th pixel of a ring: top row, bottom row, left column, right column.
__device__ inline Pixel ring_pixel(PixelRect rect, int k) {
    if (k < rect.width) return {rect.x + k, rect.y};
    k -= rect.width;
    if (k < rect.width) return {rect.x + k, rect.y + rect.height - 1};
    k -= rect.width;
    const int rows = rect.height - 2;
    if (k < rows) return {rect.x, rect.y + 1 + k};
    return {rect.x + rect.width - 1, rect.y + 1 + k - rows};
}

// How to walk a border.
struct BorderWalk {
    bool whole;      // also when two dwells differ
    bool keep;       // write the dwells into the picture
    bool component;  // look for a component of the set that holds it
    bool range;      // note the least and the greatest dwell
};

// What one thread saw of a border.
template <typename T>
struct BorderShare {
    kernel::BorderRange own;
    bool cardioid = true;
    bool bulb = true;
    Count iterations = 0;

    __device__ void look(const Canvas<T>& canvas, Pixel pixel, const BorderWalk& how) {
        const auto point = iterate_pixel(canvas, pixel, how.keep);
        own.take(point.dwell);
        iterations += point.iterations;
        canvas.count_work(pixel.x, pixel.y, point.iterations);
        if (!how.component) return;
        const T re = canvas.plane.re(pixel.x), im = canvas.plane.im(pixel.y);
        cardioid = cardioid && kernel::in_cardioid(re, im);
        bulb = bulb && kernel::in_bulb(re, im);
    }
    __device__ bool differs_from(std::uint32_t dwell) const {
        return own.least <= own.most && (own.least != dwell || own.most != dwell);
    }
};

// All threads of the block call it. Unless the whole border is asked for, each round takes pixels
// from all around it and the walk ends with the round that finds two dwells. A stop ends it too:
// what it returns is then worth nothing.
template <typename T>
__device__ Border walk_border(const Job<T>& job, PixelRect rect, const BorderWalk& how,
                              BorderNotes& notes, Count& iterations) {
    const int count = ring_pixels(rect), threads = thread_count(), rank = thread_rank();
    const int rounds = (count + threads - 1) / threads;
    const int patience = rounds_between_looks(job.canvas.dwell_limit);
    BorderShare<T> share;
    int round = 0;
    bool differs = false;
    while (round < rounds && !differs) {
        const int k = how.whole ? round * threads + rank : rank * rounds + round;
        if (k < count) share.look(job.canvas, ring_pixel(rect, k), how);
        if (++round == 1) {
            if (rank == 0) notes = {share.own.least, share.own.least, share.own.most};
            __syncthreads();
        }
        if (how.whole) {
            const bool look = round % patience == 0 && round < rounds;
            if (look && __syncthreads_or(rank == 0 && stopped(*job.control))) break;
        } else {
            differs = __syncthreads_or(share.differs_from(notes.first_dwell));
        }
    }
    iterations += share.iterations;
    if (how.range) {
        atomicMin(&notes.least, share.own.least);
        atomicMax(&notes.most, share.own.most);
    }
    if (how.whole) differs = __syncthreads_or(share.differs_from(notes.first_dwell));
    bool component = false;
    if (how.component)
        component = __syncthreads_and(share.cardioid) != 0 || __syncthreads_and(share.bulb) != 0;
    const int full = count / rounds, rest = count % rounds;
    const int walked = how.whole ? count : full * round + min(rest, round);
    return {!differs, notes.first_dwell, component, walked};
}

// kernel::fills, for a border that a block has walked.
template <typename T>
__device__ bool fills(const Job<T>& job, const Border& border, PixelRect rect) {
    if (!border.uniform) return false;
    if (border.dwell < job.canvas.dwell_limit)
        return job.fill != FillRule::interior && !kernel::encloses_zero(job.canvas.plane, rect);
    return job.fill != FillRule::safe || border.in_one_component;
}

}  // namespace mariani::cuda
