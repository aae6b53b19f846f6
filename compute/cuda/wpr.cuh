// ASK in the scheme WPR: what its kernels are given, and how they hand out work.
#pragma once

#include "compute/cuda/lists.hpp"
#include "compute/cuda/warp_regions.cuh"

namespace mariani::cuda {

// The borders above the tiles, while they are needed: not in the picture, where a column touches as
// many places of the memory as it has pixels, but line by line.
// The first and the last column, and the first and the last row, of all columns and rows of the
// part's regions of the finest lattice above the tiles: each is a run of dwells. The coarser
// lattices' are among them. A row has all its pixels that are on any border; a column those that
// are on no row.
struct RingLines {
    PixelRect part;
    subdivision::Divisor lattice;
    subdivision::Divisor width;  // of the image
    subdivision::Divisor height;
    // Two runs of part.height dwells for each column of the part's regions, two of part.width for
    // each row; and where in them the image's first column and row would begin, were they there.
    std::uint32_t* columns;
    std::uint32_t* rows;
    std::int64_t column_origin;
    std::int64_t row_origin;

    // Indexed by y, and by x, of the image.
    __device__ std::uint32_t* column(int x) const {
        return columns + (line(x, width) * part.height + column_origin);
    }
    __device__ std::uint32_t* row(int y) const {
        return rows + (line(y, height) * part.width + row_origin);
    }
    __device__ bool has_row(int y) const {
        const int length = static_cast<int>(height.value());
        const auto cell = subdivision::cell_of_pixel(y, height, lattice.value());
        return y == subdivision::cell_begin(cell, length, lattice) ||
               y == subdivision::cell_begin(cell + 1, length, lattice) - 1;
    }

  private:
    __device__ std::int64_t line(int pixel, const subdivision::Divisor& length) const {
        const auto cell = subdivision::cell_of_pixel(pixel, length, lattice.value());
        const int begin = subdivision::cell_begin(cell, static_cast<int>(length.value()), lattice);
        return 2 * cell + (pixel == begin ? 0 : 1);
    }
};

// The lines of one region's border.
struct RegionLines {
    PixelRect rect;
    std::uint32_t* left;
    std::uint32_t* right;
    std::uint32_t* top;
    std::uint32_t* bottom;

    __device__ static RegionLines of(const RingLines& lines, PixelRect rect) {
        return {rect, lines.column(rect.x), lines.column(rect.x + rect.width - 1),
                lines.row(rect.y), lines.row(rect.y + rect.height - 1)};
    }

    // Where the dwell of a pixel of the border is read.
    __device__ std::uint32_t* place(int x, int y) const {
        if (y == rect.y) return top + x;
        if (y == rect.y + rect.height - 1) return bottom + x;
        return x == rect.x ? left + y : right + y;
    }
};

inline constexpr int wpr_warps = 4;  // of a block
inline constexpr int wpr_threads = wpr_warps * warp_lanes;
// Blocks on a multiprocessor, at least: with more, the lanes' pixels would not fit the registers.
template <subdivision::Elements E>
inline constexpr int wpr_blocks = sizeof(typename E::Number) == 4 ? 6 : 5;
inline constexpr int min_ring_piece = 64;  // pixels

__device__ inline int warp_id() {
    return static_cast<int>(threadIdx.x) / warp_lanes;
}

struct WprLevel {
    Level level;
    subdivision::Divisor lattice;
    subdivision::Divisor above;  // the lattice of the level above
    // How many columns and rows of regions one of the level above can have, or the part on level 0.
    subdivision::Divisor columns;
    subdivision::Divisor rows;
    bool sparse;      // finer than the pixels, so that some have fewer
    int ring_pixels;  // that a border can have and the parent's does not; of tiles 0
};

// The levels that a tile spans.
struct TilePlan {
    int levels;                    // 0: there are no tiles
    int across;                    // regions along a side, at the last level
    subdivision::Divisor lattice;  // of the last level
    struct {
        int lines;    // of the last level's lattice, along a side of a region
        int across;   // regions along a side of the tile
        int inverse;  // 256 / lines, rounded up: times it, over 256, is over lines
    } at[max_tile_levels];
};

// How the borders of a level are cut: so that there is enough to do for all warps.
struct RingCut {
    int shift;   // into 2^shift pieces each
    int pixels;  // of a piece; the last ones may have fewer
};

template <subdivision::Elements E>
struct WprJob {
    Job<E> job;
    // The OLTs hold the regions that are subdivided, not their children; [i % 2] those whose
    // children are on level i. Like all lists here they have room for all there can be.
    std::uint32_t* tables[2];
    subdivision::Divisor r;
    TilePlan tiles;
    RingLines lines;
    Ring* rings;            // of the level's regions
    Piece* pieces;          // of all levels
    int piece_side;         // of a leaf's pieces
    unsigned wanted_rings;  // pieces of borders that a level should have, at least
};

// A level's regions are numbered by the OLT's entry, the row and the column; there are gaps where a
// region has fewer children than another.
MARIANI_HOST_DEVICE inline Count max_regions(const Control& control, const WprLevel& level) {
    const int number = level.level.number;
    const Count entries = number == 0 ? 1 : control.wpr.subdivided[number - 1];
    return entries * level.columns.value() * level.rows.value();
}

template <subdivision::Elements E>
MARIANI_HOST_DEVICE RingCut ring_cut(const WprJob<E>& wpr, const WprLevel& level, Count regions) {
    int shift = 0;
    while (level.ring_pixels >> shift > min_ring_piece && regions << shift < wpr.wanted_rings)
        ++shift;
    return {shift, (level.ring_pixels + (1 << shift) - 1) >> shift};
}

template <subdivision::Elements E>
MARIANI_HOST_DEVICE bool all_taken(const WprJob<E>& wpr, const Control& control,
                                   const WprLevel& level) {
    const Count regions = max_regions(control, level);
    return control.wpr.taken[level.level.number] >= regions << ring_cut(wpr, level, regions).shift;
}

// Numbers that a warp takes from a counter, a few at a time and fewer towards the end. Lies in
// shared memory, to leave the registers to the pixels; all lanes call its functions.
class WorkCounter {
  public:
    // Those below `count` are handed out.
    __device__ void open(Count* taken, Count count, Count deadline) {
        __syncwarp();
        if (lane_id() == 0) {
            taken_ = taken;
            count_ = count;
            deadline_ = deadline;
            begin_ = end_ = 0;
        }
        __syncwarp();
    }

    // False when there are no more, or the time is up.
    __device__ bool take(const Control& control, unsigned max_count) {
        constexpr unsigned shares = 4;  // of what is left, for each warp
        __syncwarp();
        if (lane_id() == 0) {
            const Count share = (count_ - end_) / (gridDim.x * wpr_warps * shares);
            const Count some = min(max(share, Count{1}), Count{max_count});
            begin_ = time_is_up(control, deadline_) ? count_ : min(atomicAdd(taken_, some), count_);
            end_ = min(begin_ + some, count_);
        }
        __syncwarp();
        return begin_ < count_;
    }

    // From the first of those taken to the last.
    __device__ std::uint32_t number() const { return static_cast<std::uint32_t>(begin_); }
    __device__ bool next() {
        __syncwarp();
        if (lane_id() == 0 && begin_ < end_) ++begin_;
        __syncwarp();
        return begin_ < end_;
    }

  private:
    Count* taken_;
    Count count_;
    Count deadline_;
    Count begin_;
    Count end_;
};

// Where some regions have fewer children than others. False where there is none.
template <subdivision::Elements E>
__device__ __noinline__ bool find_sparse_cell(const Job<E>& job, Level level, LatticeCell parent,
                                              LatticeCell place, LatticeCell& cell) {
    const auto regions =
        level.number == 0 ? subdivision::first_regions(job.layout, job.params.g)
                          : children(job, {level.number - 1, level.lattice / job.params.r}, parent);
    if (place.ix >= regions.columns.count || place.iy >= regions.rows.count) return false;
    cell = {static_cast<std::uint32_t>(regions.columns[place.ix]),
            static_cast<std::uint32_t>(regions.rows[place.iy])};
    return true;
}

// The level of the task is negative where the number is a gap.
template <subdivision::Elements E>
__device__ Task numbered_region(const WprJob<E>& wpr, const WprLevel& level, std::uint32_t number) {
    const std::uint32_t row = number / level.columns, entry = row / level.rows;
    const LatticeCell place{number - row * level.columns.value(), row - entry * level.rows.value()};
    const Layout& layout = wpr.job.layout;
    LatticeCell parent, cell{static_cast<std::uint32_t>(layout.columns.first) + place.ix,
                             static_cast<std::uint32_t>(layout.rows.first) + place.iy};
    if (level.level.number > 0) {
        const std::uint32_t r = wpr.r.value();
        parent = unpack(wpr.tables[level.level.number % 2][entry]);
        cell = {parent.ix * r + place.ix, parent.iy * r + place.iy};
    }
    if (level.sparse && !find_sparse_cell(wpr.job, level.level, parent, place, cell))
        return {{-1, 0}, {}, {}};
    return {level.level, cell, subdivision::cell_rect(layout.image, level.lattice, cell)};
}

// What the parent's border does not share.
template <subdivision::Elements E>
__device__ PixelRect unknown_pixels(const WprJob<E>& wpr, const WprLevel& level, LatticeCell cell) {
    if (level.level.number == 0) return wpr.job.canvas.part;
    return subdivision::inside(subdivision::cell_rect(wpr.job.layout.image, level.above,
                                                      {cell.ix / wpr.r, cell.iy / wpr.r}));
}

// Adds what a block's warps counted, from level `first` on: counts_of(i) points to the i-th warp's.
// Called by all threads of the block.
template <int levels, typename CountsOf>
__device__ void flush_counts(Control& control, int first, const CountsOf& counts_of) {
    constexpr int fields = levels * static_cast<int>(sizeof(LevelCounts) / sizeof(Count));
    __syncthreads();
    for (int i = thread_rank(); i < fields; i += thread_count()) {
        Count sum = 0;
        for (int warp = 0; warp < wpr_warps; ++warp)
            sum += reinterpret_cast<const Count*>(counts_of(warp))[i];
        add_nonzero(sum, reinterpret_cast<Count*>(&control.counts[first]) + i);
    }
}

}  // namespace mariani::cuda
