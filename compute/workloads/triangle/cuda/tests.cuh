// What a block of threads does with its tile, test by test: the kernels under every map. A body's
// run<Map>() is called by all threads of a block whose tile is not `none`.
//
// A thread has the column threadIdx.x of the block and the rows threadIdx.y, threadIdx.y +
// blockDim.y and so on: one where the block has a thread for each cell.
#pragma once

#include "compute/workloads/triangle/elements.hpp"

#include <cstdint>

namespace mariani::triangle::cuda {

// Reads input, which no kernel changes while it runs: so loads need not wait for stores.
__device__ inline Point read(const Point* points, int i) {
    const float4 point = __ldg(reinterpret_cast<const float4*>(points) + i);
    return {point.x, point.y, point.z, point.w};
}

// Calls use(cell) for each of this thread's cells that is to be computed.
template <typename Map, typename Use>
__device__ void for_each_cell(const Shape& shape, const Pass& pass, Tile tile, const Use& use) {
    const int x = static_cast<int>(threadIdx.x);
    int y = static_cast<int>(threadIdx.y);
#pragma unroll 1  // mostly once: unrolled, it would divide to count its turns
    do {
        const Cell cell = Map::cell(shape, pass, tile, x, y);
        if (in_domain(shape, cell)) use(cell);
        y += static_cast<int>(blockDim.y);
    } while (y < shape.block);
}

// Where this thread's column of a tile lies in a layout: row y is at first + y step + growth
// y(y+1)/2, which is what packed rows have.
template <typename T>
struct Column {
    T* first;
    int step;
    int growth;

    __device__ Column(const Shape& shape, Layout layout, Tile tile, T* values) {
        const int x = static_cast<int>(threadIdx.x);
        const Cell corner{tile.row << shape.log2_block, tile.column << shape.log2_block};
        first = values + value_at(shape, layout, corner) + x;
        step = layout == Layout::full    ? shape.side
               : layout == Layout::tiles ? shape.block
                                         : corner.row - (shape.diagonal ? 0 : 1);
        growth = layout == Layout::packed ? 1 : 0;
    }
    __device__ T& operator[](int y) const {
        return first[y * step + growth * ((y * (y + 1)) >> 1)];
    }
    __device__ int from_row_to_next(int y) const { return step + growth * (y + 1); }
};

// Calls use(y, row) for each of this thread's cells of a tile of the triangle, y its row in the
// tile.
template <typename Use>
__device__ void for_each_row(const Shape& shape, Tile tile, const Use& use) {
    const int first = tile.row << shape.log2_block;
    const int begin = static_cast<int>(threadIdx.y), step = static_cast<int>(blockDim.y);
    if (is_full(shape, tile)) {
#pragma unroll 4
        for (int y = begin; y < shape.block; y += step) use(y, first + y);
        return;
    }
    const int column = (tile.column << shape.log2_block) + static_cast<int>(threadIdx.x);
    for (int y = begin; y < shape.block; y += step)
        if (in_domain(shape, {first + y, column})) use(y, first + y);
}

struct MapOnlyBody {
    std::int32_t* address;
    std::int32_t impossible;  // a sum that no cell has, which the compiler does not know

    template <typename Map>
    __device__ void run(const Shape& shape, const Pass& pass, Tile tile) const {
        for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
            if (cell.row + cell.column == impossible) *address = cell.row;
        });
    }
};

struct DummyBody {
    std::int32_t* address;

    template <typename Map>
    __device__ void run(const Shape& shape, const Pass& pass, Tile tile) const {
        for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
            *const_cast<volatile std::int32_t*>(address) = cell.row + cell.column;
        });
    }
};

struct AccumulateBody {
    Layout layout;
    std::uint8_t* values;

    template <typename Map>
    __device__ void run(const Shape& shape, const Pass& pass, Tile tile) const {
        if constexpr (Map::of_threads) {
            for_each_cell<Map>(shape, pass, tile,
                               [&](Cell cell) { ++values[value_at(shape, layout, cell)]; });
        } else if (in_block_triangle(shape, tile)) {
            const Column<std::uint8_t> column(shape, layout, tile, values);
            for_each_row(shape, tile, [&](int y, int) { ++column[y]; });
        }
    }
};

// The points reach to the end of the last block.
struct DistanceBody {
    static constexpr int rows_at_once = 4;  // of a full tile: their loads are on their way together
    Layout layout;
    int features;
    int cells;  // of each thread
    const Point* points;
    float* values;

    template <typename Map>
    __device__ void run(const Shape& shape, const Pass& pass, Tile tile) const {
        if (features == 1)
            distances<Map, 1>(shape, pass, tile);
        else if (features == 2)
            distances<Map, 2>(shape, pass, tile);
        else if (features == 3)
            distances<Map, 3>(shape, pass, tile);
        else
            distances<Map, 4>(shape, pass, tile);
    }

  private:
    template <typename Map, int dimensions>
    __device__ void distances(const Shape& shape, const Pass& pass, Tile tile) const {
        if constexpr (Map::of_threads) {
            for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
                values[value_at(shape, layout, cell)] =
                    distance<dimensions>(read(points, cell.row), read(points, cell.column));
            });
        } else if (in_block_triangle(shape, tile)) {
            const Column<float> column(shape, layout, tile, values);
            const Point to =
                read(points, (tile.column << shape.log2_block) + static_cast<int>(threadIdx.x));
            if (is_full(shape, tile) && cells % rows_at_once == 0)
                return full_column<dimensions>(column, tile.row << shape.log2_block, to);
            for_each_row(shape, tile, [&](int y, int row) {
                column[y] = distance<dimensions>(read(points, row), to);
            });
        }
    }

    // A thread's rows follow each other here, so that an addition leads from value to value.
    template <int dimensions>
    __device__ void full_column(const Column<float>& column, int first_row, const Point& to) const {
        const int begin = static_cast<int>(threadIdx.y) * cells;
        float* value = &column[begin];
        int to_next = column.from_row_to_next(begin);
        const Point* const rows = points + first_row + begin;
        for (int y = 0; y < cells; y += rows_at_once) {
            Point from[rows_at_once];
#pragma unroll
            for (int i = 0; i < rows_at_once; ++i) from[i] = read(rows, y + i);
#pragma unroll
            for (int i = 0; i < rows_at_once; ++i) {
                __stcs(value, distance<dimensions>(from[i], to));  // nothing reads it here
                value += to_next;
                to_next += column.growth;
            }
        }
    }
};

// Under maps of blocks a block has `rho` threads, one for each row of the tile; the columns'
// spheres are in shared memory, and all threads compare theirs with the same one at a time. Under
// maps of threads each pair reads its own, and contacts are set in words that were 0.
struct ContactBody {
    static constexpr int most_threads = 256;
    int dimensions;
    const Point* spheres;
    std::uint32_t* words;

    template <typename Map>
    __device__ void run(const Shape& shape, const Pass& pass, Tile tile) const {
        if (dimensions == 1)
            contacts<Map, 1>(shape, pass, tile);
        else
            contacts<Map, 3>(shape, pass, tile);
    }

  private:
    template <typename Map, int axes>
    __device__ void contacts(const Shape& shape, const Pass& pass, Tile tile) const {
        if constexpr (Map::of_threads) {
            for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
                if (gap<axes>(read(spheres, cell.row), read(spheres, cell.column)) < 0)
                    atomicOr(words + contact_word(shape, cell), contact_bit(cell));
            });
        } else if (in_block_triangle(shape, tile)) {
            contacts_of_tile<axes>(shape, tile);
        }
    }

    template <int axes>
    __device__ void contacts_of_tile(const Shape& shape, Tile tile) const {
        __shared__ Point columns[most_threads];
        const int lane = static_cast<int>(threadIdx.x);
        const int row = (tile.row << shape.log2_block) + lane;
        const int first = tile.column << shape.log2_block;
        columns[lane] = read(spheres, first + lane);
        const Point own = read(spheres, row);
        __syncthreads();
        if (row >= shape.side) return;
        auto* const pairs = reinterpret_cast<uint2*>(
            words + ((tile_begin(shape, tile.row, tile.column) + (lane << shape.log2_block)) >> 5));
        for (int at = 0; at < shape.block; at += 64) {
            uint2 pair{word_of<axes>(own, columns + at), word_of<axes>(own, columns + at + 32)};
            pair.x &= left_of_diagonal(row, first + at);
            pair.y &= left_of_diagonal(row, first + at + 32);
            pairs[at >> 6] = pair;
        }
    }

    // 32 signs, the first of which comes out as the lowest bit.
    template <int axes>
    __device__ static std::uint32_t word_of(const Point& own, const Point* columns) {
        std::uint32_t reversed = 0;
#pragma unroll
        for (int i = 0; i < 32; ++i)
            reversed = __funnelshift_l(__float_as_uint(gap<axes>(own, columns[i])), reversed, 1);
        return __brev(reversed);
    }
};

}  // namespace mariani::triangle::cuda
