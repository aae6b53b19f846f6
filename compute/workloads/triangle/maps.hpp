// The maps from parallel space, the blocks as launched, to the triangle. One struct each:
//   passes(shape)                  the launches, on the host
//   tile(shape, pass, x, y)        what the pass's block in column x and row y of the grid covers
//   cell(shape, pass, tile, x, y)  the cell of its thread in column x and row y of the block
// Maps of blocks hand each thread the cell of its own place in the tile; maps of threads compute
// it.
#pragma once

#include "compute/workloads/triangle/roots.hpp"
#include "compute/workloads/triangle/shape.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace mariani::triangle {

inline int ceil_div(Count a, Count b) {
    return static_cast<int>((a + b - 1) / b);
}

// What maps of blocks have in common. A block of theirs is right if it lies in the triangle.
struct MapOfBlocks {
    static constexpr bool of_threads = false;
    MARIANI_HOST_DEVICE static Cell cell(const Shape& shape, const Pass&, Tile tile, int x, int y) {
        return {(tile.row << shape.log2_block) + y, (tile.column << shape.log2_block) + x};
    }
};

struct MapOfThreads {
    static constexpr bool of_threads = true;
    MARIANI_HOST_DEVICE static Tile tile(const Shape&, const Pass&, int x, int y) {
        return tile_at(y, x);
    }
};

// The bounding box: blocks above the diagonal end before any arithmetic.
struct BoundingBox : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        return {{Part::whole, shape.blocks, shape.blocks}};
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape&, const Pass&, int x, int y) {
        return x > y ? Tile{} : tile_at(y, x);
    }
};

// lambda in the seed's balanced square, n' = ceil(sqrt(n(n+1)/2)), or in a row that has no block
// too many.
template <typename Row, bool square>
struct LinearTriangle : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        const Count blocks = block_count(shape);
        if (!square) return {{Part::whole, static_cast<int>(blocks), 1}};
        auto side = static_cast<Count>(std::sqrt(static_cast<double>(blocks)));
        while (side * side < blocks) ++side;
        return {{Part::whole, static_cast<int>(side), static_cast<int>(side)}};
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape& shape, const Pass& pass, int x, int y) {
        auto lambda = static_cast<std::uint32_t>(x);
        if (square) {
            lambda += static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(pass.columns);
            if (lambda >= static_cast<std::uint32_t>(block_count(shape))) return {};
        }
        const std::uint32_t row = Row::of(lambda, shape.offset);
        const auto first = static_cast<std::uint32_t>(triangle_number(row));
        return tile_at(static_cast<int>(row), static_cast<int>(lambda - first));
    }
};

// Blocks below the diagonal by Eq. 9 with j = lambda - i(i-1)/2, so that none of their threads is
// idle; the diagonal's in a pass of its own. As printed j = lambda - i(i+1)/2, which is below 0
// everywhere.
template <bool printed>
struct StrictTriangle : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        const Count below = triangle_number(shape.blocks - 1);
        std::vector<Pass> all;
        if (below > 0) all.push_back({Part::triangle, static_cast<int>(below), 1});
        all.push_back({Part::diagonal, shape.blocks, 1});
        return all;
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape& shape, const Pass& pass, int x, int) {
        if (pass.part == Part::diagonal) return tile_at(x, x);
        const auto lambda = static_cast<std::uint32_t>(x);
        const std::uint32_t row = ExactRow::of(lambda, shape.offset) + 1;
        const auto first =
            static_cast<std::uint32_t>(triangle_number(printed ? row : row - std::uint32_t{1}));
        return tile_at(static_cast<int>(row), static_cast<int>(lambda - first));
    }
};

// The pair (a, b), b > a, of number k, counted row by row: as the cell in row b, column a. Before
// row a there are a(2N-a-1)/2 pairs, a counted from 0.
struct ExactPairs {
    // The root of the exact argument is right within one, so that one step each way makes it exact.
    MARIANI_HOST_DEVICE static Cell of(int side, Count k) {
        const Count twice = 2 * Count{side} - 1;
        const Count argument = twice * twice - 8 * k;
        const float root = std::sqrt(static_cast<float>(argument));
        Count a = (twice - static_cast<Count>(root)) / 2;
        a = a < 0 ? 0 : a > side - 2 ? side - 2 : a;
        Count before = a * (twice - a) / 2;
        if (before > k) {
            --a;
            before -= side - 1 - a;
        } else if (before + side - 1 - a <= k) {
            before += side - 1 - a;
            ++a;
        }
        return {static_cast<int>(a + 1 + k - before), static_cast<int>(a)};
    }
};

// As printed, where a and b are counted from 1: the root in single precision decides alone, of an
// argument that is exact before it is rounded to that. Its row never falls as k rises.
struct PrintedPairs {
    MARIANI_HOST_DEVICE static Cell of(int side, Count k) {
        const Count n = side;
        const float root = std::sqrt(static_cast<float>(4 * n * n - 4 * n - 8 * k + 1));
        return cell(side, k, static_cast<Count>((static_cast<float>(2 * n + 1) - root) / 2));
    }
    MARIANI_HOST_DEVICE static Cell cell(int side, Count k, Count a) {
        const Count b = a + 1 + k - (a - 1) * (2 * Count{side} - a) / 2;
        return {static_cast<int>(b - 1), static_cast<int>(a - 1)};
    }
};

// UTM-N, the program as it is described: argument and root in single precision, and two conditions
// that take a row too far up or down back by one.
struct NewtonPairs {
    MARIANI_HOST_DEVICE static Cell of(int side, Count k) {
        const auto n = static_cast<float>(side);
        const float argument = 4 * n * n - 4 * n - 8 * static_cast<float>(k) + 1;
        const float root = argument > 0 ? newton_root(argument) : 0;
        const auto a = static_cast<Count>((2 * n + 1 - root) / 2);
        const Cell pair = PrintedPairs::cell(side, k, a);
        if (pair.row >= side) return PrintedPairs::cell(side, k, a + 1);
        return pair.row <= pair.column ? PrintedPairs::cell(side, k, a - 1) : pair;
    }
    // Rows of more pairs than this are right. The argument's five roundings are off by at most
    // 5/2^24 of 4 N^2, and in such a row that moves (2N + 1 - root) / 2 by less than one.
    static Count longest_doubtful_row(int side) { return Count{side} * side / (1 << 22) + 2; }
};

// The upper triangular map of Avril et al., a thread for each pair. The diagonal's cells in a pass
// of their own.
template <typename Pairs>
struct UpperTriangle : MapOfThreads {
    static std::vector<Pass> passes(const Shape& shape) {
        const Count threads = Count{shape.block} * shape.block;
        const Count pairs = triangle_number(shape.side - 1);
        std::vector<Pass> all;
        if (pairs > 0) all.push_back({Part::triangle, ceil_div(pairs, threads), 1});
        if (shape.diagonal) all.push_back({Part::diagonal, ceil_div(shape.side, threads), 1});
        return all;
    }
    MARIANI_HOST_DEVICE static Cell cell(const Shape& shape, const Pass& pass, Tile tile, int x,
                                         int y) {
        const Count k =
            (Count{tile.column} << (2 * shape.log2_block)) + (Count{y} << shape.log2_block) + x;
        if (pass.part == Part::diagonal)
            return k < shape.side ? Cell{static_cast<int>(k), static_cast<int>(k)} : Cell{};
        if (k >= triangle_number(shape.side - 1)) return {};
        return Pairs::of(shape.side, k);
    }
};

// The rectangular box folds the triangle's narrow half onto the wide one: a place in a rectangle of
// N/2 x (N+1), for odd N of (N+1)/2 x N, becomes a place in the triangle of side N. Of an even N
// the wide half begins a row lower.
MARIANI_HOST_DEVICE constexpr int first_folded_row(int side) {
    return 1 - (side & 1);
}
MARIANI_HOST_DEVICE constexpr Cell unfolded(int side, int x, int y) {
    const int first = first_folded_row(side), row = y - first;
    return x <= row ? Cell{row, x} : Cell{side - 1 - y, side - first - x};
}
// Its inverse: row is y of the rectangle, column is x.
MARIANI_HOST_DEVICE constexpr Cell folded(int side, Cell at) {
    const int first = first_folded_row(side);
    if (at.column < (side + 1) / 2) return {at.row + first, at.column};
    return {side - 1 - at.row, side - first - at.column};
}
MARIANI_HOST_DEVICE constexpr int folded_columns(int side) {
    return (side + 1) / 2;
}
MARIANI_HOST_DEVICE constexpr int folded_rows(int side) {
    return side % 2 == 0 ? side + 1 : side;
}

// Ours: the fold in blocks. Tiles keep their shape, and no block is idle.
struct FoldedBlocks : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        return {{Part::whole, folded_columns(shape.blocks), folded_rows(shape.blocks)}};
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape& shape, const Pass&, int x, int y) {
        const Cell at = unfolded(shape.blocks, x, y);
        return tile_at(at.row, at.column);
    }
};

// The seed's: the fold in threads. As printed, the folded half takes the new i for j: N - i - 1 =
// y.
template <bool printed>
struct FoldedThreads : MapOfThreads {
    static std::vector<Pass> passes(const Shape& shape) {
        return {{Part::whole, ceil_div(folded_columns(shape.side), shape.block),
                 ceil_div(folded_rows(shape.side), shape.block)}};
    }
    MARIANI_HOST_DEVICE static Cell cell(const Shape& shape, const Pass&, Tile tile, int lane_x,
                                         int lane_y) {
        const int x = (tile.column << shape.log2_block) + lane_x;
        const int y = (tile.row << shape.log2_block) + lane_y;
        if (x >= folded_columns(shape.side) || y >= folded_rows(shape.side)) return {};
        if (printed && shape.side % 2 == 0 && x >= y) return {shape.side - 1 - y, y};
        return unfolded(shape.side, x, y);
    }
};

// Recursive partition of m 2^k >= n blocks: a pass over the diagonal's triangles of m blocks, then
// one for each size of squares. Blocks below the last row end.
struct RecursivePartition : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        int size = shape.rec_base, levels = 0;
        while (size < shape.blocks) size *= 2, ++levels;
        std::vector<Pass> all{{Part::diagonal, size, shape.rec_base, 0, 0, shape.rec_base}};
        for (int level = 0; level < levels; ++level) {
            const int side = shape.rec_base << level;
            all.push_back({Part::squares, size / 2, side, 0, 0, side});
        }
        return all;
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape& shape, const Pass& pass, int x, int y) {
        const int square = x / pass.size;
        if (pass.part == Part::diagonal) {
            const int row = y + square * pass.size;
            return x > row || row >= shape.blocks ? Tile{} : tile_at(row, x);
        }
        const int row = pass.size * (2 * square + 1) + y;
        if (row >= shape.blocks) return {};
        return tile_at(row, 2 * pass.size * square + x - square * pass.size);
    }
};

MARIANI_HOST_DEVICE inline int floor_log2(unsigned value) {
#ifdef __CUDA_ARCH__
    return 31 - __clz(static_cast<int>(value));
#else
    return static_cast<int>(std::bit_width(value)) - 1;
#endif
}

// H (Navarro et al. 2022) for powers of two; other triangles are the largest of these, the
// rectangle below it, and what remains right of that, by the same rule.
struct HMap : MapOfBlocks {
    static std::vector<Pass> passes(const Shape& shape) {
        std::vector<Pass> all;
        for (int begin = 0; begin < shape.blocks;) {
            const int rest = shape.blocks - begin;
            const int size = 1 << floor_log2(static_cast<unsigned>(rest));
            const int columns = std::max(size / 2, 1), rows = size == 1 ? 1 : size + 1;
            all.push_back({Part::triangle, columns, rows, begin, begin, size});
            if (rest > size)
                all.push_back({Part::rectangle, size, rest - size, begin + size, begin, size});
            begin += size;
        }
        return all;
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape&, const Pass& pass, int x, int y) {
        if (pass.part == Part::rectangle || pass.size == 1)
            return tile_at(pass.first_row + y, pass.first_column + x);
        const int height = floor_log2(static_cast<unsigned>(y) + 1);
        const int left = x >> height << height;
        const bool last = y == pass.size;
        const int column = x + left + (last ? pass.size / 2 : 0);
        return tile_at(pass.first_row + y + 2 * left - (last ? 1 : 0), pass.first_column + column);
    }
};

// Divide from the root: a square of ceil(n/2) blocks, a triangle of floor(n/2) above and one beside
// it, down to triangles of `dp_leaf` blocks, which are bounding boxes.
struct DividedTriangle : MapOfBlocks {
    static constexpr int children = 3;  // at most, of a part: the square comes first

    // The parts of a triangle of `size` blocks on the diagonal; returns how many. A triangle among
    // them that is not a leaf divides further.
    MARIANI_HOST_DEVICE static int divide(const Shape& shape, int begin, int size, Pass* parts) {
        const bool leaf = size <= shape.dp_leaf;
        if (leaf) {
            parts[0] = {Part::triangle, size, size, begin, begin, size};
            return 1;
        }
        const int above = size / 2, square = size - above;
        parts[0] = {Part::squares, square, square, begin + above, begin, square};
        parts[1] = {Part::triangle, above, above, begin, begin, above};
        parts[2] = {Part::triangle, above, above, begin + square, begin + square, above};
        return children;
    }
    static std::vector<Pass> passes(const Shape& shape) {
        std::vector<Pass> all;
        collect(shape, 0, shape.blocks, all);
        return all;
    }
    MARIANI_HOST_DEVICE static Tile tile(const Shape&, const Pass& pass, int x, int y) {
        if (pass.part == Part::triangle && x > y) return {};
        return tile_at(pass.first_row + y, pass.first_column + x);
    }

  private:
    static void collect(const Shape& shape, int begin, int size, std::vector<Pass>& all) {
        Pass parts[children];
        const int count = divide(shape, begin, size, parts);
        all.push_back(parts[0]);
        for (int part = 1; part < count; ++part)
            collect(shape, parts[part].first_row, parts[part].size, all);
    }
};

}  // namespace mariani::triangle
