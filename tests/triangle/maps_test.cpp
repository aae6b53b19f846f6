// The maps by themselves, exhaustively, with blocks of one cell; tests/triangle/visits_test.cpp has
// them with threads.
#include "compute/workloads/triangle/problem.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::triangle {
namespace {

struct Tally {
    std::vector<int> visits;  // of each cell of the triangle
    Count outside = 0;
    Count wasted = 0;  // blocks
};

Tally tally(MapKind kind, const Shape& shape) {
    Tally found;
    found.visits.resize(static_cast<std::size_t>(triangle_number(shape.side)));
    with_map(kind, [&](auto map) {
        using Map = decltype(map);
        for (const Pass& pass : Map::passes(shape))
            for (int y = 0; y < pass.rows; ++y)
                for (int x = 0; x < pass.columns; ++x) {
                    const Tile tile = Map::tile(shape, pass, x, y);
                    const Cell cell = tile.none ? Cell{} : Map::cell(shape, pass, tile, 0, 0);
                    if (in_triangle(shape, cell))
                        ++found.visits[static_cast<std::size_t>(triangle_number(cell.row) +
                                                                cell.column)];
                    else
                        ++(cell == Cell{} ? found.wasted : found.outside);
                }
    });
    return found;
}

void expect_bijection(MapKind kind, const Shape& shape) {
    const Tally found = tally(kind, shape);
    EXPECT_EQ(found.outside, 0);
    for (int row = 0; row < shape.side; ++row)
        for (int column = 0; column <= row; ++column) {
            const bool wanted = shape.diagonal || column < row || kind != MapKind::utm;
            const auto at = static_cast<std::size_t>(triangle_number(row) + column);
            ASSERT_EQ(found.visits[at], wanted ? 1 : 0) << row << ", " << column;
        }
}

TEST(TriangleMapsTest, AreBijectionsForEverySide) {
    for (const auto& each : choices<MapKind>()) {
        if (is_exhibit(each.value)) continue;
        for (int side = 1; side <= 200; ++side)
            for (const bool diagonal : {true, false}) {
                SCOPED_TRACE(testing::Message() << each.name << " " << side << " " << diagonal);
                expect_bijection(each.value, shape_of(side, 0, diagonal));
            }
    }
}

TEST(TriangleMapsTest, RecursionsAreBijectionsFromEveryBase) {
    for (int side = 1; side <= 70; ++side)
        for (int base = 1; base <= 9; ++base) {
            SCOPED_TRACE(testing::Message() << side << " from " << base);
            Shape shape = shape_of(side, 0);
            shape.rec_base = base;
            shape.dp_leaf = base;
            expect_bijection(MapKind::rec, shape);
            expect_bijection(MapKind::dp, shape);
        }
}

TEST(TriangleMapsTest, WasteAsManyBlocksAsTheFormulasSay) {
    for (int n = 1; n <= 200; ++n) {
        const Shape shape = shape_of(n, 0);
        EXPECT_EQ(tally(MapKind::bb, shape).wasted, n * (n - 1) / 2);
        Count side = 0;
        while (side * side < triangle_number(n)) ++side;
        EXPECT_EQ(tally(MapKind::ltm_square, shape).wasted, side * side - triangle_number(n));
        for (const MapKind none : {MapKind::ltm, MapKind::ltm_strict, MapKind::utm, MapKind::rb,
                                   MapKind::rb_threads, MapKind::h})
            EXPECT_EQ(tally(none, shape).wasted, 0) << mariani::name_of(none) << " " << n;
    }
    for (int m = 1; m <= 5; ++m)
        for (int k = 0; k <= 5; ++k) {
            Shape shape = shape_of(m << k, 0);
            shape.rec_base = m;
            EXPECT_EQ(tally(MapKind::rec, shape).wasted, (m << k) * (m - 1) / 2);
        }
}

// 528 of the 2080 cells at N = 64.
TEST(TriangleMapsTest, TheFoldAsPrintedMissesCells) {
    const Tally found = tally(MapKind::rb_printed, shape_of(64, 0));
    EXPECT_EQ(std::ranges::count(found.visits, 0), 528);
    EXPECT_EQ(std::ranges::count_if(found.visits, [](int visits) { return visits > 1; }), 32);
    EXPECT_EQ(found.outside, 0);
}

TEST(TriangleMapsTest, TheFoldHasAnInverse) {
    for (const int side : {1, 2, 7, 8, 64, 65, 1000, 8191, 8192})
        for (int row = 0; row < side; ++row)
            for (int column = 0; column <= row; ++column) {
                const Cell at = folded(side, {row, column});
                ASSERT_TRUE(at.column < folded_columns(side) && at.row < folded_rows(side));
                ASSERT_EQ(unfolded(side, at.column, at.row), (Cell{row, column}));
            }
}

TEST(TriangleMapsTest, TheRowOfANumberHasAnInverse) {
    constexpr int side = 8192;
    const Shape shape = shape_of(side, 0);
    using Ltm = LinearTriangle<ExactRow, false>;
    const Pass pass = Ltm::passes(shape).front();
    for (int row = 0, lambda = 0; row < side; ++row)
        for (int column = 0; column <= row; ++column, ++lambda)
            ASSERT_EQ(Ltm::tile(shape, pass, lambda, 0), tile_at(row, column));
}

TEST(TriangleMapsTest, ThePairOfANumberHasAnInverse) {
    for (const int side : {2, 3, 64, 4097, 8192}) {
        Count k = 0;
        for (int a = 0; a < side; ++a)
            for (int b = a + 1; b < side; ++b, ++k)
                ASSERT_EQ(ExactPairs::of(side, k), (Cell{b, a})) << k;
    }
}

// Every row's first and last pair, where roots go wrong.
TEST(TriangleMapsTest, ThePairOfANumberIsExactInTheLargestTriangle) {
    constexpr int side = 131'072;
    Count k = 0;
    for (int a = 0; a + 1 < side; ++a) {
        ASSERT_EQ(ExactPairs::of(side, k), (Cell{a + 1, a})) << k;
        k += side - 1 - a;
        ASSERT_EQ(ExactPairs::of(side, k - 1), (Cell{side - 1, a})) << k;
    }
}

TEST(TriangleMapsTest, GridsFitEveryGpu) {
    Shape shape = shape_of(131'072, 3);
    for (const auto& each : choices<MapKind>())
        with_map(each.value, [&](auto map) {
            for (const Pass& pass : decltype(map)::passes(shape)) {
                EXPECT_LE(pass.rows, 65'535) << each.name;
                EXPECT_GE(pass.rows, 1) << each.name;
                EXPECT_GE(pass.columns, 1) << each.name;
            }
        });
}

}  // namespace
}  // namespace mariani::triangle
