// A region's border, walked by a block.
#pragma once

#include "compute/cuda/paint.cuh"

namespace mariani::cuda {

// What a block found on a border; the same for all its threads.
struct Border {
    bool uniform;
    std::uint32_t dwell;  // where uniform
    bool proven;          // one proof holds for all of it; where looked for
    int pixels;           // that were iterated
};

// Shared by the block's threads, and theirs from one call of walk_border to the next.
struct BorderNotes {
    std::uint32_t first_dwell;
    std::uint32_t min;  // of all dwells, where the region is kept in a list
    std::uint32_t max;
    unsigned proofs;  // that hold for all of it, where looked for
};

using subdivision::ring_pixel;
using subdivision::ring_pixels;

// How to walk a border.
struct BorderWalk {
    bool whole;   // also when two dwells differ
    bool keep;    // write the dwells into the picture
    bool proofs;  // look for a proof that holds for all of it
    bool range;   // note the lowest and the highest dwell
};

// What one thread saw of a border.
template <subdivision::Elements E>
struct BorderShare {
    subdivision::BorderRange own;
    unsigned proofs = subdivision::all_proofs;
    Count iterations = 0;

    __device__ void look(const Canvas<E>& canvas, Pixel pixel, const BorderWalk& how) {
        const auto point = iterate_pixel(canvas, pixel, how.keep);
        own.take(point.dwell);
        iterations += point.iterations;
        canvas.count_work(pixel.x, pixel.y, point.iterations);
        if (how.proofs) proofs &= canvas.elements.proofs_at(pixel.x, pixel.y);
    }
    __device__ bool differs_from(std::uint32_t dwell) const {
        return own.min <= own.max && (own.min != dwell || own.max != dwell);
    }
};

// All threads of the block call it. Unless the whole border is asked for, each round takes pixels
// from all around it and the walk ends with the round that finds two dwells. A stop ends it too:
// what it returns is then worth nothing.
template <subdivision::Elements E>
__device__ Border walk_border(const Job<E>& job, PixelRect rect, const BorderWalk& how,
                              BorderNotes& notes, Count& iterations) {
    const int count = ring_pixels(rect), threads = thread_count(), rank = thread_rank();
    const int rounds = (count + threads - 1) / threads;
    const int patience = rounds_between_polls(job.canvas.elements.dwell_limit);
    BorderShare<E> share;
    int round = 0;
    bool differs = false;
    while (round < rounds && !differs) {
        const int k = how.whole ? round * threads + rank : rank * rounds + round;
        if (k < count) share.look(job.canvas, ring_pixel(rect, k), how);
        if (++round == 1) {
            if (rank == 0) notes = {share.own.min, share.own.min, share.own.max};
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
        atomicMin(&notes.min, share.own.min);
        atomicMax(&notes.max, share.own.max);
    }
    if (how.whole) differs = __syncthreads_or(share.differs_from(notes.first_dwell));
    if (how.proofs) {
        if (rank == 0) notes.proofs = subdivision::all_proofs;
        __syncthreads();
        atomicAnd(&notes.proofs, share.proofs);
        __syncthreads();
    }
    const bool proven = how.proofs && notes.proofs != 0;
    const int full = count / rounds, rest = count % rounds;
    const int walked = how.whole ? count : full * round + min(rest, round);
    return {!differs, notes.first_dwell, proven, walked};
}

// subdivision::fills, for a border that a block has walked.
template <subdivision::Elements E>
__device__ bool fills(const Job<E>& job, const Border& border, PixelRect rect) {
    if (!border.uniform) return false;
    const auto fill = job.canvas.elements.fill_of(border.dwell, rect);
    return fill == subdivision::Fill::yes ||
           (fill == subdivision::Fill::if_proven && border.proven);
}

}  // namespace mariani::cuda
