// A region of at most 32 x 32 pixels with all that is below it, solved by one warp in shared
// memory. A row of pixels, or of regions, is a lane's: bit x of its register is the row's x-th one.
#pragma once

#include "compute/cuda/tile_pixels.cuh"
#include "compute/cuda/wpr.cuh"

namespace mariani::cuda {

// The regions of one of a tile's levels.
struct TileLevel {
    int depth;  // below the tile's own level
    int lines;  // as in TilePlan
    int across;
    unsigned regions;  // the lane's row of regions: those that are there
    unsigned rows;     // the lane's row of regions: its rows of pixels
    unsigned crossed;  // the lane's row of pixels: the regions that it crosses
    int row;           // the lane's row of pixels: the row of these regions
    int top;           // the lane's row of pixels: the first row of pixels of these
    bool edge;         // the lane's row of pixels: whether it is their first or last
};

template <subdivision::Elements E, bool shortcuts>
class Tile {
  public:
    // That of memory.task, of a level of tiles.
    __device__ Tile(const WprJob<E>& wpr, const WprLevel& level, TileMemory& memory)
        : wpr_(wpr), job_(wpr.job), level_(level), memory_(memory) {
        if (lane_ == 0) memory_.since = ticks();
    }

    // Counts on, in the memory.
    __device__ void solve() {
        lay_out();
        read_known_ring();
        if (shortcuts) look_for_formulas();
        TileLevel at = level_of(0, lane_ == 0 ? 1U : 0U);
        while (true) {
            if (job_.regions) open_records(at);
            const unsigned ring = rings(at);
            note(at, iterate(ring & ~known_), false);
            known_ |= ring;
            const unsigned filled = fillable(at, uniform(at)), rest = at.regions & ~filled;
            if (job_.regions) close_records(at, filled);
            const int pixels_filled = fill(at, filled);
            if (at.lines == 1) {
                note(at, iterate(insides(at, rest)), true);
                note(at, filled, pixels_filled, 0);
                break;
            }
            const TileLevel below = level_below(at, rest);
            note(at, filled, pixels_filled, below.regions);
            if (!__any_sync(full_mask, rest != 0)) break;
            at = below;
        }
        write_dwells(job_.canvas, memory_, memory_.task.rect);
    }

  private:
    // --- levels ---------------------------------------------------------------------------------

    __device__ void lay_out() {
        const int across = wpr_.tiles.across;
        const ImageSize image = job_.layout.image;
        const PixelRect rect = memory_.task.rect;
        const LatticeCell cell = memory_.task.cell;
        const auto first = [&](std::uint32_t index) {
            return std::int64_t{index} * across + min(lane_, across);
        };
        const int left = subdivision::cell_begin(first(cell.ix), image.width, wpr_.tiles.lattice);
        const int top = subdivision::cell_begin(first(cell.iy), image.height, wpr_.tiles.lattice);
        if (lane_ <= across) {
            memory_.left[lane_] = static_cast<std::uint8_t>(left - rect.x);
            memory_.top[lane_] = static_cast<std::uint8_t>(top - rect.y);
        }
        __syncwarp();
        int column = 0, row = 0;
#pragma unroll 1
        for (int i = 1; i < across; ++i) {
            column += memory_.left[i] <= lane_;
            row += memory_.top[i] <= lane_;
        }
        memory_.column[lane_] = static_cast<std::uint8_t>(column);
        memory_.row[lane_] = static_cast<std::uint8_t>(row);
        __syncwarp();
    }

    // A number of lines as a number of regions.
    __device__ int regions_of_lines(int depth, int lines) const {
        return lines * wpr_.tiles.at[depth].inverse >> 8;
    }

    __device__ TileLevel level_of(int depth, unsigned regions) const {
        const int lines = wpr_.tiles.at[depth].lines, across = wpr_.tiles.at[depth].across;
        const int begin = min(lane_, across - 1) * lines;
        const int row = regions_of_lines(depth, memory_.row[lane_]);
        const int top = memory_.top[row * lines], bottom = memory_.top[(row + 1) * lines] - 1;
        const unsigned crossed = from_lane(regions, row);
        return {depth,
                lines,
                across,
                regions,
                bits(memory_.top[begin], memory_.top[begin + lines]),
                lane_ < memory_.task.rect.height ? crossed : 0,
                row,
                top,
                lane_ == top || lane_ == bottom};
    }

    // The children of the subdivided regions.
    __device__ TileLevel level_below(const TileLevel& at, unsigned subdivided) const {
        const int r = job_.params.r, depth = at.depth + 1;
        const int lines = wpr_.tiles.at[depth].lines, across = wpr_.tiles.at[depth].across;
        const int line = min(lane_, across - 1) * lines;
        const unsigned parents = from_lane(subdivided, regions_of_lines(at.depth, line));
        unsigned regions = 0;
#pragma unroll 1
        for (int parent = 0; parent < at.across; ++parent)
            if (parents >> parent & 1) regions |= bits(parent * r, (parent + 1) * r);
        // Where the lattice is finer than the pixels, some are empty.
        const bool wide = memory_.left[line] < memory_.left[line + lines];
        const bool high = memory_.top[line] < memory_.top[line + lines];
        regions &= __ballot_sync(full_mask, wide && lane_ < across);
        return level_of(depth, high && lane_ < across ? regions : 0);
    }

    // Calls use(column, left, right) for each column of regions; all lanes call each of them.
    template <typename Use>
    __device__ void for_each_column(const TileLevel& at, const Use& use) const {
#pragma unroll 1
        for (int column = 0; column < at.across; ++column)
            use(column, int{memory_.left[column * at.lines]},
                int{memory_.left[(column + 1) * at.lines]});
    }

    // Calls use(column, row, rect) for some of the regions; all lanes call each of them.
    template <typename Use>
    __device__ void for_each_region(const TileLevel& at, unsigned some, const Use& use) const {
#pragma unroll 1
        for (int row = 0; row < at.across; ++row)
#pragma unroll 1
            for (unsigned rest = from_lane(some, row); rest != 0; rest &= rest - 1) {
                const int column = lowest_bit(rest);
                const int left = memory_.left[column * at.lines], top = memory_.top[row * at.lines];
                use(column, row,
                    PixelRect{memory_.task.rect.x + left, memory_.task.rect.y + top,
                              memory_.left[(column + 1) * at.lines] - left,
                              memory_.top[(row + 1) * at.lines] - top});
            }
    }

    __device__ std::uint32_t dwell_at(int x, int y) const {  // of the image
        return memory_.dwells[y - memory_.task.rect.y][x - memory_.task.rect.x];
    }

    // --- pixels ---------------------------------------------------------------------------------

    // What lies on the parent's border was iterated with that.
    __device__ void read_known_ring() {
        if (level_.level.number == 0) return;
        const PixelRect rect = memory_.task.rect;
        const PixelRect unknown =
            subdivision::intersection(rect, unknown_pixels(wpr_, level_, memory_.task.cell));
        const int y = rect.y + lane_, left = unknown.x - rect.x;
        const bool there = lane_ < rect.height;
        const bool on_row = y < unknown.y || y >= unknown.y + unknown.height;
        const unsigned all = bits(0, rect.width);
        known_ = !there ? 0 : on_row ? all : all & ~bits(left, left + unknown.width);
#pragma unroll 1
        for (unsigned rows = __ballot_sync(full_mask, there && on_row); rows != 0;
             rows &= rows - 1) {
            const int row = lowest_bit(rows);
            if (lane_ < rect.width)
                memory_.dwells[row][lane_] = wpr_.lines.row(rect.y + row)[rect.x + lane_];
        }
#pragma unroll 1
        for (unsigned ends = on_row ? 0 : known_; ends != 0; ends &= ends - 1) {
            const int x = lowest_bit(ends);
            memory_.dwells[lane_][x] = wpr_.lines.column(rect.x + x)[y];
        }
        __syncwarp();
    }

    // Formulas are asked where they know one of some pixels on the border.
    __device__ void look_for_formulas() {
        const PixelRect rect = memory_.task.rect;
        const Pixel pixel = ring_pixel(rect, ring_pixels(rect) * lane_ / warp_lanes);
        const bool near = __any_sync(full_mask, job_.canvas.elements.is_known(pixel.x, pixel.y));
        if (lane_ == 0) memory_.queue.near_formulas = near;
        __syncwarp();
    }

    __device__ unsigned rings(const TileLevel& at) const {
        unsigned pixels = 0;
        for_each_column(at, [&](int column, int left, int right) {
            if (at.crossed >> column & 1)
                pixels |=
                    at.edge ? bits(left, right) : bits(left, left + 1) | bits(right - 1, right);
        });
        return pixels;
    }

    __device__ unsigned insides(const TileLevel& at, unsigned some) const {
        const unsigned crossed = at.crossed & from_lane(some, at.row);
        unsigned pixels = 0;
        for_each_column(at, [&](int column, int left, int right) {
            if ((crossed >> column & 1) && !at.edge) pixels |= bits(left + 1, right - 1);
        });
        return pixels;
    }

    __device__ IterationResult iterate(unsigned pixels) {
        return iterate_some<shortcuts>(job_, memory_, memory_.task.rect, pixels,
                                       job_.regions != nullptr);
    }

    // --- outcomes -------------------------------------------------------------------------------

    // The regions whose border has one dwell, that of its first pixel.
    __device__ unsigned uniform(const TileLevel& at) const {
        // First and last rows: the lane is a column of pixels. What differs in a row of regions is
        // kept by that row's lane.
        const auto& dwells = memory_.dwells;
        const int column = regions_of_lines(at.depth, memory_.column[lane_]);
        const int left = memory_.left[column * at.lines];
        unsigned differing = 0;
#pragma unroll 1
        for (int row = 0; row < at.across; ++row) {
            const int top = min(int{memory_.top[row * at.lines]}, max_tile_side - 1);
            const int bottom = max(memory_.top[(row + 1) * at.lines] - 1, top);
            const std::uint32_t first = dwells[top][left];
            const unsigned columns = __ballot_sync(
                full_mask, dwells[top][lane_] != first || dwells[bottom][lane_] != first);
            if (lane_ == row) differing = columns;
        }
        // First and last columns: the lane is a row of pixels.
        unsigned found = 0;
        for_each_column(at, [&](int number, int begin, int end) {
            const std::uint32_t first = dwells[at.top][begin];
            const unsigned rows =
                __ballot_sync(full_mask, dwells[lane_][begin] != first ||
                                             dwells[lane_][max(end - 1, begin)] != first);
            if (((rows & at.rows) | (differing & bits(begin, end))) == 0) found |= 1U << number;
        });
        return found & at.regions;
    }

    // Those of these regions that the fill rule fills.
    __device__ unsigned fillable(const TileLevel& at, unsigned uniform) const {
        if (job_.canvas.elements.fills_all_within(memory_.task.rect)) return uniform;
        unsigned filled = uniform;
        for_each_region(at, uniform, [&](int column, int row, PixelRect rect) {
            if (!fills_uniform(job_, rect, dwell_at(rect.x, rect.y)) && lane_ == row)
                filled &= ~(1U << column);
        });
        return filled;
    }

    // The number of pixels that it filled, in the lane's row.
    __device__ int fill(const TileLevel& at, unsigned filled) {
        const unsigned pixels = insides(at, filled);
        for_each_column(at, [&](int, int left, int right) {
            if (!(pixels & bits(left, right))) return;
            const std::uint32_t dwell = memory_.dwells[at.top][left];
#pragma unroll 1
            for (int x = left + 1; x < right - 1; ++x) memory_.dwells[lane_][x] = dwell;
        });
        __syncwarp();  // all lanes read what one wrote
        if (job_.canvas.fractions)
            for_each_region(at, filled, [&](int, int, PixelRect rect) {
                fill_fractions_by_warp(job_.canvas, subdivision::inside(rect), rect,
                                       dwell_at(rect.x, rect.y));
            });
        return __popc(pixels);
    }

    // --- what came out --------------------------------------------------------------------------

    __device__ void open_records(const TileLevel& at) {
        memory_.records.open(job_, at.regions, regions_of_lines(at.depth, memory_.column[lane_]),
                             at.row);
    }

    __device__ void close_records(const TileLevel& at, unsigned filled) const {
        for_each_region(at, at.regions, [&](int column, int row, PixelRect rect) {
            const auto range =
                border_range(rect, true, [&](int x, int y) { return dwell_at(x, y); });
            const bool fills = from_lane(filled, row) >> column & 1;
            const std::uint32_t record = memory_.records.of_region(column, row);
            if (lane_ == 0 && record != not_kept)
                write_record(job_, record, rect, level_.level.number + at.depth, range,
                             fills           ? Outcome::filled
                             : at.lines == 1 ? Outcome::leaf
                                             : Outcome::subdivided);
        });
    }

    __device__ LevelCounts& counts(const TileLevel& at) {
        return memory_.counts[at.depth];
    }

    // Counts pixels of borders, or of leaves.
    __device__ void note(const TileLevel& at, IterationResult iterated, bool of_leaves) {
        if (lane_ != 0) return;
        const auto pixels = static_cast<Count>(iterated.pixels);
        counts(at).pixels_iterated += pixels;
        counts(at).iterations += iterated.iterations;
        counts(at).leaf_pixels += of_leaves ? pixels : 0;
        counts(at).leaf_iterations += of_leaves ? iterated.iterations : 0;
    }

    // Counts a level's regions; `below` are the children of the subdivided ones.
    __device__ void note(const TileLevel& at, unsigned filled, int pixels_filled, unsigned below) {
        const int regions = warp_reduce_sum(__popc(at.regions) | __popc(filled) << 16);
        const int others = warp_reduce_sum(pixels_filled | __popc(below) << 16);
        if (lane_ != 0) return;
        LevelCounts& sum = counts(at);
        const auto all = static_cast<Count>(regions & 0xFFFF);
        const auto fills = static_cast<Count>(regions >> 16);
        const auto r = static_cast<Count>(job_.params.r);
        sum.regions += all;
        sum.filled += fills;
        (at.lines == 1 ? sum.leaves : sum.subdivided) += all - fills;
        if (at.lines > 1) sum.empty_children += (all - fills) * r * r - Count(others >> 16);
        sum.pixels_filled += static_cast<Count>(others & 0xFFFF);
        const auto now = ticks();
        sum.busy += static_cast<Count>(now - memory_.since);
        memory_.since = now;
    }

    const WprJob<E>& wpr_;
    const Job<E>& job_;
    const WprLevel& level_;
    TileMemory& memory_;
    int lane_ = lane_id();
    unsigned known_ = 0;  // the lane's row of pixels: those that have been iterated
};

}  // namespace mariani::cuda
