// At most 32 x 32 pixels that a warp iterates in shared memory. A row of pixels is a lane's: bit x
// of its register is the row's x-th pixel.
#pragma once

#include "compute/cuda/lanes.cuh"
#include "compute/cuda/tile_records.cuh"

namespace mariani::cuda {

// A tile's border is not iterated together with what is inside.
inline constexpr int most_queued = (most_tile_side - 2) * (most_tile_side - 2);

// What a warp needs of the block's shared memory.
struct TileMemory {
    Task task;
    bool near_formulas;  // some of its pixels may lie where a formula knows that they are inside
    std::uint32_t dwells[most_tile_side][most_tile_side + 1];  // odd rows: a column is in all banks
    std::uint16_t queue[most_queued];                          // pixels to iterate: y * 32 + x
    // The lattice of the last level: where its columns and rows of regions begin, and which of them
    // hold a pixel.
    std::uint8_t left[most_tile_regions + 1];
    std::uint8_t top[most_tile_regions + 1];
    std::uint8_t column[most_tile_side];
    std::uint8_t row[most_tile_side];
    TileRecords records;
    long long since;                       // when the level at work was begun
    LevelCounts counts[most_tile_levels];  // of all tiles of the warp, from the tiles' level on
};

__device__ inline unsigned bits(int begin, int end) {
    return begin < end ? all_lanes >> (warp_lanes - (end - begin)) << begin : 0;
}

struct Iterated {
    int pixels;
    Count iterations;
};

// The pixels in the queue, and where their dwells go. `plain`: nowhere else.
template <typename T, bool plain>
struct QueuedPixels {
    const Job<T>& job;
    TileMemory& memory;
    int left, top, queued;
    bool listed;
    Count iterations = 0;  // of the lane

    __device__ static int x_of(int place) { return place & (most_tile_side - 1); }
    __device__ static int y_of(int place) { return place >> 5; }
    __device__ int count() const { return queued; }
    __device__ bool near_formulas() const { return memory.near_formulas; }
    __device__ int take(int i) const { return memory.queue[i]; }
    __device__ Pixel pixel(int place) const { return {left + x_of(place), top + y_of(place)}; }
    __device__ void put(int place, kernel::PointDwell point, float fraction) {
        const int x = x_of(place), y = y_of(place);
        memory.dwells[y][x] = point.dwell;
        iterations += point.iterations;
        if (plain) return;
        if (job.canvas.fractions)
            job.canvas.fractions[job.canvas.index(left + x, top + y)] = fraction;
        job.canvas.count_work(left + x, top + y, point.iterations);
        if (listed) add_iterations(job, memory.records.of_pixel(x, y), point.iterations);
    }
};

// Not inlined, so that the lanes' pixels have the registers to themselves.
template <bool shortcuts, bool plain, typename T>
__device__ __noinline__ Count iterate_queue(const Job<T>& job, TileMemory& memory, int left,
                                            int top, int queued, bool listed) {
    QueuedPixels<T, plain> pixels{job, memory, left, top, queued, listed};
    iterate_pixels<shortcuts, !plain>(job.canvas, pixels);
    __syncwarp();
    return sum_of_lanes(pixels.iterations);
}

// Puts pixels into the queue, the lane's from `place` on. A few rows that have many are better
// walked by all lanes.
__device__ inline void queue_pixels(TileMemory& memory, unsigned pixels, int place) {
    constexpr int many = 8, few = 8;
    const int lane = lane_of_warp();
    unsigned long_rows = __ballot_sync(all_lanes, __popc(pixels) > many);
    if (__popc(long_rows) > few) long_rows = 0;
    const unsigned own = long_rows >> lane & 1 ? 0 : pixels;
    for (; long_rows != 0; long_rows &= long_rows - 1) {
        const int row = lowest_bit(long_rows);
        const unsigned some = from_lane(pixels, row);
        const int at = from_lane(place, row) + __popc(before_lane(some));
        if (some >> lane & 1)
            memory.queue[at] = static_cast<std::uint16_t>(row * most_tile_side + lane);
    }
    for (unsigned rest = own; rest != 0; rest &= rest - 1)
        memory.queue[place++] =
            static_cast<std::uint16_t>(lane * most_tile_side + lowest_bit(rest));
    __syncwarp();
}

// Iterates some of the pixels of a rectangle.
template <bool shortcuts, typename T>
__device__ Iterated iterate_some(const Job<T>& job, TileMemory& memory, PixelRect rect,
                                 unsigned pixels, bool listed) {
    const int own = __popc(pixels), before = sum_before_lane(own);
    const int total = from_lane(before + own, warp_lanes - 1);
    if (total == 0) return {};
    queue_pixels(memory, pixels, before);
    if (listed || !job.canvas.plain())
        return {total, iterate_queue<shortcuts, false>(job, memory, rect.x, rect.y, total, listed)};
    return {total, iterate_queue<shortcuts, true>(job, memory, rect.x, rect.y, total, false)};
}

// Writes the dwells of a rectangle into the picture.
template <typename T>
__device__ void write_dwells(const Canvas<T>& canvas, const TileMemory& memory, PixelRect rect) {
    const int lane = lane_of_warp();
    if (lane >= rect.width) return;
    const DwellPlane dwells = canvas.dwells;
    std::byte* at = dwells.place(canvas.index(rect.x + lane, rect.y));
    const std::size_t row = dwells.bytes(static_cast<std::size_t>(canvas.part.width));
#pragma unroll 4
    for (int y = 0; y < rect.height; ++y, at += row) dwells.store(at, memory.dwells[y][lane]);
}

}  // namespace mariani::cuda
