#include "compute/workloads/triangle/blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace mariani::triangle {
namespace {

template <typename Map>
void collect(const Shape& shape, const Pass& pass, const BlockPlace& place,
             std::vector<Cell>& cells) {
    cells.clear();
    const Tile tile = Map::tile(shape, pass, place.column, place.row);
    if (tile.none) return;
    for (int y = 0; y < shape.block; ++y)
        for (int x = 0; x < shape.block; ++x) {
            const Cell cell = Map::cell(shape, pass, tile, x, y);
            if (in_domain(shape, cell)) cells.push_back(cell);
        }
}

struct Address {
    int pass, column, row;
};
using Passes = std::vector<Pass>;

int last_of(const Passes& passes) {
    return static_cast<int>(passes.size()) - 1;
}

// The inverse of each map: where the block stands that has a cell. Maps of blocks ask for its tile.
template <typename Map>
struct Inverse;

template <>
struct Inverse<BoundingBox> {
    static Address of(const Shape&, const Passes&, Cell tile) { return {0, tile.column, tile.row}; }
};

template <typename Row, bool square>
struct Inverse<LinearTriangle<Row, square>> {
    static Address of(const Shape&, const Passes& passes, Cell tile) {
        const Count lambda = triangle_number(tile.row) + tile.column;
        const int columns = passes.front().columns;
        return {0, static_cast<int>(lambda % columns), static_cast<int>(lambda / columns)};
    }
};

template <bool printed>
struct Inverse<StrictTriangle<printed>> {
    static Address of(const Shape&, const Passes& passes, Cell tile) {
        if (tile.row == tile.column) return {last_of(passes), tile.row, 0};
        return {0, static_cast<int>(triangle_number(tile.row - 1) + tile.column), 0};
    }
};

template <typename Pairs>
struct Inverse<UpperTriangle<Pairs>> {
    static Address of(const Shape& shape, const Passes& passes, Cell cell) {
        const int shift = 2 * shape.log2_block;
        if (cell.row == cell.column) return {last_of(passes), cell.row >> shift, 0};
        const Count a = cell.column, twice = 2 * Count{shape.side} - 1;
        const Count k = a * (twice - a) / 2 + cell.row - a - 1;
        return {0, static_cast<int>(k >> shift), 0};
    }
};

template <>
struct Inverse<FoldedBlocks> {
    static Address of(const Shape& shape, const Passes&, Cell tile) {
        const Cell at = folded(shape.blocks, tile);
        return {0, at.column, at.row};
    }
};

template <bool printed>
struct Inverse<FoldedThreads<printed>> {
    static Address of(const Shape& shape, const Passes&, Cell cell) {
        const Cell at = folded(shape.side, cell);
        return {0, at.column >> shape.log2_block, at.row >> shape.log2_block};
    }
};

// The squares' level is that of the highest bit in which row and column differ.
template <>
struct Inverse<RecursivePartition> {
    static Address of(const Shape& shape, const Passes&, Cell tile) {
        const int base = shape.rec_base, row = tile.row / base, column = tile.column / base;
        if (row == column) return {0, tile.column, tile.row - row * base};
        const int level = floor_log2(static_cast<unsigned>(row ^ column));
        const int size = base << level, square = tile.row / (2 * size);
        return {level + 1, tile.column - square * size, tile.row - size * (2 * square + 1)};
    }
};

// The first launch whose part of the triangle has the tile.
int pass_with(const Passes& passes, Cell tile) {
    for (int pass = 0; pass < last_of(passes); ++pass) {
        const Pass& each = passes[static_cast<std::size_t>(pass)];
        const int row = tile.row - each.first_row, column = tile.column - each.first_column;
        const int rows = each.part == Part::triangle ? each.size : each.rows;
        const int columns = each.part == Part::triangle ? each.size : each.columns;
        if (row >= 0 && row < rows && column >= 0 && column < columns) return pass;
    }
    return last_of(passes);
}

template <>
struct Inverse<HMap> {
    static Address of(const Shape&, const Passes& passes, Cell tile) {
        const int number = pass_with(passes, tile);
        const Pass& pass = passes[static_cast<std::size_t>(number)];
        const int i = tile.row - pass.first_row, j = tile.column - pass.first_column;
        if (pass.part == Part::rectangle || pass.size == 1) return {number, j, i};
        const int height = floor_log2(static_cast<unsigned>((i + 1) ^ j));
        if (1 << height == pass.size)
            return j < pass.size / 2 ? Address{number, j, i}
                                     : Address{number, j - pass.size / 2, pass.size};
        const int twice_left = j >> (height + 1) << (height + 1);
        return {number, j - twice_left / 2, i - twice_left};
    }
};

template <>
struct Inverse<DividedTriangle> {
    static Address of(const Shape&, const Passes& passes, Cell tile) {
        const int number = pass_with(passes, tile);
        const Pass& pass = passes[static_cast<std::size_t>(number)];
        return {number, tile.column - pass.first_column, tile.row - pass.first_row};
    }
};

// Looks at the tile's border alone, since what lies outside the domain is cut off straight.
template <typename Map>
BlockUse use_by_border(const Shape& shape, const Pass& pass, Tile tile) {
    const int last = shape.block - 1;
    bool any = false, all = true;
    const auto look = [&](int x, int y) {
        if (in_domain(shape, Map::cell(shape, pass, tile, x, y)))
            any = true;
        else
            all = false;
    };
    for (const int x : {0, last})
        for (const int y : {0, last}) look(x, y);
    // Between them is the diagonal only, where its cells are not computed.
    if (!shape.diagonal || !Map::of_threads)
        for (int i = 1; i < last && (!any || all); ++i)
            look(i, 0), look(i, last), look(0, i), look(last, i);
    if (!any) return BlockUse::wasted;
    return all ? BlockUse::useful : BlockUse::partial;
}

// Calls look(k) for numbers of pairs from `begin` to `last`, all of one row of `pairs`, that tell
// whether some, and whether all, have a cell of the domain.
// Printed pairs of a row that are right follow each other, and a wrong one is in the domain only
// where it is the row's last, on the diagonal: three tell.
template <typename Look>
void look_at_row(PrintedPairs, int, int, Count begin, Count last, const Look& look) {
    for (const Count k : {begin, std::max(begin, last - 1), last}) look(k);
}
template <typename Look>
void look_at_row(NewtonPairs, int side, int pairs, Count begin, Count last, const Look& look) {
    if (pairs > NewtonPairs::longest_doubtful_row(side)) return look(begin);
    for (Count k = begin; k <= last; ++k) look(k);
}

template <typename Pairs>
BlockUse use_of_pairs(const Shape& shape, Tile tile) {
    const Count threads = Count{1} << (2 * shape.log2_block), begin = tile.column * threads;
    const Count end = std::min(begin + threads, triangle_number(shape.side - 1));
    bool any = false, all = begin + threads == end;
    for (Count k = begin; k < end;) {
        const Cell exact = ExactPairs::of(shape.side, k);
        const Count last = std::min(k + shape.side - 1 - exact.row, end - 1);
        look_at_row(Pairs{}, shape.side, shape.side - 1 - exact.column, k, last, [&](Count number) {
            const bool there = in_domain(shape, Pairs::of(shape.side, number));
            any = any || there;
            all = all && there;
        });
        k = last + 1;
    }
    if (!any) return BlockUse::wasted;
    return all ? BlockUse::useful : BlockUse::partial;
}

template <typename Map>
BlockUse use_of(const Shape& shape, const Pass& pass, int column, int row) {
    const Tile tile = Map::tile(shape, pass, column, row);
    if (tile.none) return BlockUse::wasted;
    if (pass.part == Part::triangle) {
        if constexpr (std::is_same_v<Map, UpperTriangle<PrintedPairs>>)
            return use_of_pairs<PrintedPairs>(shape, tile);
        if constexpr (std::is_same_v<Map, UpperTriangle<NewtonPairs>>)
            return use_of_pairs<NewtonPairs>(shape, tile);
    }
    if (!Map::of_threads && in_block_triangle(shape, tile) && is_full(shape, tile))
        return BlockUse::useful;
    return use_by_border<Map>(shape, pass, tile);
}

}  // namespace

void for_each_block(const Plan& plan,
                    const std::function<void(const BlockPlace&, std::span<const Cell>)>& use) {
    const Shape shape = shape_of(plan);
    const auto threads =
        static_cast<std::size_t>(shape.block) * static_cast<std::size_t>(shape.block);
    with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        std::vector<Cell> cells;
        BlockPlace place;
        for (const Pass& pass : Map::passes(shape)) {
            for (place.row = 0; place.row < pass.rows; ++place.row)
                for (place.column = 0; place.column < pass.columns; ++place.column) {
                    collect<Map>(shape, pass, place, cells);
                    place.use = cells.empty()             ? BlockUse::wasted
                                : cells.size() == threads ? BlockUse::useful
                                                          : BlockUse::partial;
                    use(place, cells);
                    ++place.number;
                }
            ++place.pass;
        }
    });
}

std::vector<Cell> cells_of(const Plan& plan, const BlockPlace& place) {
    const Shape shape = shape_of(plan);
    std::vector<Cell> cells;
    with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        const auto passes = Map::passes(shape);
        collect<Map>(shape, passes[static_cast<std::size_t>(place.pass)], place, cells);
    });
    return cells;
}

Lookup::Lookup(const Plan& plan)
    : map_(plan.map), shape_(shape_of(plan)), passes_(passes_of(plan)), first_{0} {
    for (const Pass& pass : passes_) first_.push_back(first_.back() + block_count(pass));
}

BlockPlace Lookup::place(Count number) const {
    const auto above = std::ranges::upper_bound(first_, number);
    BlockPlace place;
    place.pass = static_cast<int>(above - first_.begin()) - 1;
    const auto pass = static_cast<std::size_t>(place.pass);
    const Count within = number - first_[pass];
    place.column = static_cast<int>(within % passes_[pass].columns);
    place.row = static_cast<int>(within / passes_[pass].columns);
    place.number = number;
    place.use = use(place.pass, place.column, place.row);
    return place;
}

Count Lookup::number(int pass, int column, int row) const {
    const auto at = static_cast<std::size_t>(pass);
    return first_[at] + Count{row} * passes_[at].columns + column;
}

BlockUse Lookup::use(int pass, int column, int row) const {
    return with_map(map_, [&](auto map) {
        return use_of<decltype(map)>(shape_, passes_[static_cast<std::size_t>(pass)], column, row);
    });
}

std::optional<Cell> Lookup::cell(const BlockPlace& block, int x, int y) const {
    return with_map(map_, [&](auto map) -> std::optional<Cell> {
        using Map = decltype(map);
        const Pass& pass = passes_[static_cast<std::size_t>(block.pass)];
        const Tile tile = Map::tile(shape_, pass, block.column, block.row);
        if (tile.none) return std::nullopt;
        const Cell cell = Map::cell(shape_, pass, tile, x, y);
        return in_domain(shape_, cell) ? std::optional(cell) : std::nullopt;
    });
}

Count Lookup::block_of(Cell cell) const {
    const Address at = with_map(map_, [&](auto map) {
        using Map = decltype(map);
        const int shift = Map::of_threads ? 0 : shape_.log2_block;
        return Inverse<Map>::of(shape_, passes_, {cell.row >> shift, cell.column >> shift});
    });
    return number(at.pass, at.column, at.row);
}

}  // namespace mariani::triangle
