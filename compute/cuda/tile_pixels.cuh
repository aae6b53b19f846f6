// At most 32 x 32 pixels that a warp iterates in shared memory. A row of pixels is a lane's: bit x
// of its register is the row's x-th pixel.
#pragma once

#include "compute/cuda/lanes.cuh"
#include "compute/cuda/warp_regions.cuh"

namespace mariani::cuda {

// A tile's border is not iterated together with what is inside.
inline constexpr int max_queued = (max_tile_side - 2) * (max_tile_side - 2);

// The pixels that a warp iterates. While there is enough to do, they are its own; in the end, warps
// that have nothing left to do help the others of their block. pixel_queues.md shows why that is
// free of data races.
struct PixelQueue {
    std::uint16_t places[max_queued];  // y * 32 + x
    int count;
    int left, top;  // of the image, where x and y are 0
    bool listed;
    bool near_formulas;  // some may lie where a formula knows that they are inside
    // What follows is for helpers.
    unsigned wanted;    // there are some
    unsigned open;      // they may take pixels
    int next;           // the first pixel that nobody has taken
    unsigned helpers;   // at work
    Count iterations;   // of those that have left
    unsigned finished;  // the warp has nothing left to do
};

// What a warp needs of the block's shared memory.
struct TileMemory {
    Task task;
    PixelQueue queue;
    std::uint32_t dwells[max_tile_side][max_tile_side + 1];  // odd rows: a column is in all banks
    // The lattice of the last level: where its columns and rows of regions begin, and which of them
    // hold a pixel.
    std::uint8_t left[max_tile_regions + 1];
    std::uint8_t top[max_tile_regions + 1];
    std::uint8_t column[max_tile_side];
    std::uint8_t row[max_tile_side];
    TileRecords records;
    long long since;                      // when the level at work was begun
    LevelCounts counts[max_tile_levels];  // of all tiles of the warp, from the tiles' level on
};

__device__ inline unsigned bits(int begin, int end) {
    return begin < end ? full_mask >> (warp_lanes - (end - begin)) << begin : 0;
}

struct IterationResult {
    int pixels;
    Count iterations;
};

// The pixels in the queue, and where their dwells go. `plain`: nowhere else.
template <subdivision::Elements E, bool plain>
struct QueuedPixels {
    const Job<E>& job;
    TileMemory& memory;
    bool shared;
    int queued = memory.queue.count;
    int left = memory.queue.left, top = memory.queue.top;
    int next = 0;
    Count iterations = 0;  // of the lane

    __device__ static int x_of(int place) { return place & (max_tile_side - 1); }
    __device__ static int y_of(int place) { return place >> 5; }
    __device__ int count() const { return queued; }
    __device__ bool any_left() const { return next < queued; }
    __device__ bool near_formulas() const { return memory.queue.near_formulas; }
    __device__ int claim(int some) {
        if (!shared && __any_sync(full_mask, is_set(&memory.queue.wanted))) open_queue();
        if (shared) {
            if (lane_id() == 0) next = atomicAdd(&memory.queue.next, some);
            next = from_lane(next, 0);
        }
        next += some;
        return next - some;
    }
    __device__ int take(int i) const { return memory.queue.places[i]; }
    __device__ Pixel pixel(int place) const { return {left + x_of(place), top + y_of(place)}; }
    __device__ void put(int place, subdivision::ElementDwell point, float fraction) {
        const int x = x_of(place), y = y_of(place);
        memory.dwells[y][x] = point.dwell;
        iterations += point.iterations;
        if (plain) return;
        const auto [image_x, image_y] = pixel(place);
        if (job.canvas.fractions)
            job.canvas.fractions[job.canvas.index(image_x, image_y)] = fraction;
        job.canvas.count_work(image_x, image_y, point.iterations);
        if (memory.queue.listed)
            add_iterations(job, memory.records.of_pixel(x, y), point.iterations);
    }

  private:
    __device__ void open_queue() {
        shared = true;
        if (lane_id() != 0) return;
        store_volatile(memory.queue.next, next);
        memory.queue.iterations = 0;
        __threadfence_block();
        atomicExch(&memory.queue.open, 1U);
    }
};

// Iterates the warp's own queue, or helps with one that is open: the steps that the warp took, and
// its helpers. Not inlined, so that the lanes' pixels have the registers to themselves.
template <bool shortcuts, bool plain, subdivision::Elements E>
__device__ __noinline__ Count iterate_queue(const Job<E>& job, TileMemory& memory, bool helping) {
    QueuedPixels<E, plain> pixels{job, memory, helping};
    iterate_pixels<shortcuts, !plain>(job.canvas, pixels);
    __threadfence_block();
    __syncwarp();
    Count iterations = warp_reduce_sum(pixels.iterations);
    if (!pixels.shared || helping) return iterations;
    if (lane_id() == 0) {
        atomicExch(&memory.queue.open, 0U);
        __threadfence_block();  // either sees the other
        while (atomicAdd(&memory.queue.helpers, 0U) != 0) __nanosleep(100);
        __threadfence_block();
    }
    __syncwarp();
    return iterations + memory.queue.iterations;
}

template <bool shortcuts, subdivision::Elements E>
__device__ Count iterate_queue(const Job<E>& job, TileMemory& memory, bool helping) {
    return memory.queue.listed || !job.canvas.plain()
               ? iterate_queue<shortcuts, false>(job, memory, helping)
               : iterate_queue<shortcuts, true>(job, memory, helping);
}

// Takes pixels off a mate's queue until it has no more; false where there was nothing to do.
template <bool shortcuts, subdivision::Elements E>
__device__ bool help(const Job<E>& job, TileMemory& mate) {
    const volatile PixelQueue& seen = mate.queue;
    if (!__all_sync(full_mask, seen.open != 0 && seen.next < seen.count)) return false;
    unsigned joined = 0;
    if (lane_id() == 0) {
        atomicAdd(&mate.queue.helpers, 1U);
        __threadfence_block();
        joined = atomicAdd(&mate.queue.open, 0U);
        if (joined == 0) atomicSub(&mate.queue.helpers, 1U);
        __threadfence_block();
    }
    __syncwarp();
    if (from_lane(joined, 0) == 0) return false;
    const Count iterations = iterate_queue<shortcuts>(job, mate, true);
    if (lane_id() == 0) {
        atomicAdd(&mate.queue.iterations, iterations);
        __threadfence_block();
        atomicSub(&mate.queue.helpers, 1U);
    }
    __syncwarp();
    return true;
}

// Puts pixels into the queue, the lane's from `place` on. A few rows that have many are better
// walked by all lanes.
__device__ inline void queue_pixels(TileMemory& memory, unsigned pixels, int place) {
    constexpr int many = 8, few = 8;
    const int lane = lane_id();
    unsigned long_rows = __ballot_sync(full_mask, __popc(pixels) > many);
    if (__popc(long_rows) > few) long_rows = 0;
    const unsigned own = long_rows >> lane & 1 ? 0 : pixels;
    for (; long_rows != 0; long_rows &= long_rows - 1) {
        const int row = lowest_bit(long_rows);
        const unsigned some = from_lane(pixels, row);
        const int at = from_lane(place, row) + __popc(lanes_before(some));
        if (some >> lane & 1)
            memory.queue.places[at] = static_cast<std::uint16_t>(row * max_tile_side + lane);
    }
    for (unsigned rest = own; rest != 0; rest &= rest - 1)
        memory.queue.places[place++] =
            static_cast<std::uint16_t>(lane * max_tile_side + lowest_bit(rest));
    __syncwarp();
}

// Iterates some of the pixels of a rectangle.
template <bool shortcuts, subdivision::Elements E>
__device__ IterationResult iterate_some(const Job<E>& job, TileMemory& memory, PixelRect rect,
                                        unsigned pixels, bool listed) {
    const int own = __popc(pixels), before = warp_exclusive_sum(own);
    const int total = from_lane(before + own, warp_lanes - 1);
    if (total == 0) return {};
    if (lane_id() == 0) {
        store_volatile(memory.queue.count, total);
        memory.queue.left = rect.x;
        memory.queue.top = rect.y;
        memory.queue.listed = listed;
    }
    queue_pixels(memory, pixels, before);
    return {total, iterate_queue<shortcuts>(job, memory, false)};
}

// Writes the dwells of a rectangle into the picture.
template <subdivision::Elements E>
__device__ void write_dwells(const Canvas<E>& canvas, const TileMemory& memory, PixelRect rect) {
    const int lane = lane_id();
    if (lane >= rect.width) return;
    const DwellPlane dwells = canvas.dwells;
    std::byte* at = dwells.place(canvas.index(rect.x + lane, rect.y));
    const std::size_t row = dwells.bytes(static_cast<std::size_t>(canvas.part.width));
#pragma unroll 4
    for (int y = 0; y < rect.height; ++y, at += row) dwells.store(at, memory.dwells[y][lane]);
}

}  // namespace mariani::cuda
