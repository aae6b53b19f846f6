// The maps, of every fractal: bijections, each the inverse of the other, members only.
#include "compute/model/counter_hash.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/ternary.hpp"
#include "tests/gasket/reference.hpp"

#include <ostream>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::gasket {

void PrintTo(const Fractal& fractal, std::ostream* stream) {
    *stream << fractal.name;
}

namespace {

constexpr std::uint64_t exhaustive_cells = 1594323;    // 3^13
constexpr std::uint64_t exhaustive_box = 8192 * 8192;  // the gasket's at 3^13

class MapsTest : public testing::TestWithParam<Fractal> {};

TEST_P(MapsTest, AreBijectionsOnEveryLevel) {
    const Fractal& fractal = GetParam();
    for (int level = 0; level <= tests::level_within(fractal, exhaustive_cells); ++level) {
        const Shape shape = shape_of(fractal, level);
        const auto cells = tests::cells_by_recursion(fractal, level);
        ASSERT_EQ(cells.size(), shape.cells);
        ASSERT_EQ(std::uint64_t{shape.compact.x} * shape.compact.y, shape.cells);
        std::vector<bool> hit(cells.size());
        for (std::uint32_t index = 0; index < cells.size(); ++index) {
            const Cell cell = cells[index], compact = nu(shape, cell);
            ASSERT_TRUE(is_member(shape, cell)) << level << ": " << cell.x << "," << cell.y;
            ASSERT_EQ(nu1(shape, cell), index);
            ASSERT_EQ(lambda1(shape, index), cell);
            ASSERT_LT(compact.x, shape.compact.x);
            ASSERT_LT(compact.y, shape.compact.y);
            ASSERT_EQ(lambda(shape, compact), cell);
            ASSERT_EQ(in_rectangle(shape, index), compact);
            const std::size_t place = std::size_t{compact.y} * shape.compact.x + compact.x;
            ASSERT_FALSE(hit[place]);
            hit[place] = true;
        }
    }
}

TEST_P(MapsTest, ByTablesAreTheSame) {
    const Fractal& fractal = GetParam();
    for (int level = 0; level <= tests::level_within(fractal, exhaustive_cells); ++level) {
        const ChunkTable table(shape_of(fractal, level));
        const auto view = table.view();
        const auto cells = tests::cells_by_recursion(fractal, level);
        for (std::uint32_t index = 0; index < cells.size(); ++index)
            ASSERT_EQ(view.index_of(cells[index]), index) << level;
    }
}

// With as many cells found as there are, and all of them found above, the rest are holes.
TEST_P(MapsTest, HolesAreNoMembers) {
    const Fractal& fractal = GetParam();
    for (int level = 0; level <= tests::level_within(fractal, exhaustive_cells); ++level) {
        const Shape shape = shape_of(fractal, level);
        if (std::uint64_t{shape.side} * shape.side > exhaustive_box) break;
        const ChunkTable table(shape);
        const auto view = table.view();
        std::uint64_t members = 0, numbered = 0;
        for (std::uint32_t y = 0; y < shape.side; ++y)
            for (std::uint32_t x = 0; x < shape.side; ++x) {
                members += is_member(shape, {x, y});
                numbered += view.index_of({x, y}) != ChunkTableView::not_member;
            }
        EXPECT_EQ(members, shape.cells) << level;
        EXPECT_EQ(numbered, shape.cells) << level;
    }
}

INSTANTIATE_TEST_SUITE_P(Fractals, MapsTest,
                         testing::ValuesIn(named_fractals().begin(), named_fractals().end()),
                         [](const auto& fractal) { return fractal.param.name; });

INSTANTIATE_TEST_SUITE_P(Own, MapsTest,
                         testing::Values(Fractal{"point", 2, {{1, 0}}},
                                         Fractal{"full", 2, {{1, 1}, {0, 0}, {1, 0}, {0, 1}}},
                                         Fractal{"eight", 8, {{7, 7}, {0, 3}, {4, 0}}},
                                         Fractal{"turned", 2, {{1, 0}, {1, 1}, {0, 1}}}),
                         [](const auto& fractal) { return fractal.param.name; });

TEST(TernaryTest, IsTheGasketsMapOnEveryLevel) {
    const Fractal& gasket = named_fractals().front();
    ASSERT_TRUE(is_gasket(gasket));
    EXPECT_FALSE(is_gasket(*find_fractal("carpet")));
    EXPECT_FALSE(is_gasket({"turned", 2, {{1, 0}, {1, 1}, {0, 1}}}));
    for (int level = 0; level <= 10; ++level) {
        const Shape shape = shape_of(gasket, level);
        for (std::uint32_t y = 0; y < shape.side; ++y)
            for (std::uint32_t x = 0; x < shape.side; ++x) {
                const Cell cell{x, y};
                ASSERT_EQ(gasket_member(cell, shape.side), is_member(shape, cell));
                if (!is_member(shape, cell)) continue;
                ASSERT_EQ(gasket_nu1(cell), nu1(shape, cell));
                ASSERT_EQ(gasket_nu(cell), nu(shape, cell));
                ASSERT_EQ(gasket_lambda1(nu1(shape, cell)), cell);
            }
    }
}

TEST(TernaryTest, IsTheGasketsMapOfTenMillionRandomCellsOfLevel20) {
    const Shape shape = shape_of(named_fractals().front(), 20);
    const ChunkTable table(shape);
    const auto view = table.view();
    for (std::uint64_t i = 0; i < 10'000'000; ++i) {
        const auto index = static_cast<std::uint32_t>(counter_hash(20, i) % shape.cells);
        const Cell cell = gasket_lambda1(index);
        ASSERT_TRUE(gasket_member(cell, shape.side)) << index;
        ASSERT_EQ(gasket_nu1(cell), index);
        ASSERT_EQ(view.index_of(cell), index);
        ASSERT_EQ(gasket_nu(cell), in_rectangle(shape, index));
        if (i % 8 != 0) continue;  // digit by digit is slower
        ASSERT_EQ(lambda1(shape, index), cell);
        ASSERT_EQ(nu1(shape, cell), index);
        ASSERT_EQ(nu(shape, cell), gasket_nu(cell));
        ASSERT_EQ(lambda(shape, gasket_nu(cell)), cell);
    }
}

// nu sends holes onto places of members, so that membership must be tested first.
TEST(TernaryTest, HolesHaveThePlacesOfMembers) {
    const Shape shape = shape_of(named_fractals().front(), 9);
    std::uint64_t holes = 0, on_members = 0;
    for (std::uint32_t y = 0; y < shape.side; ++y)
        for (std::uint32_t x = 0; x < shape.side; ++x) {
            if (gasket_member({x, y}, shape.side)) continue;
            const Cell compact = gasket_nu({x, y});
            ++holes;
            on_members += compact.x < shape.compact.x && compact.y < shape.compact.y;
        }
    EXPECT_EQ(holes, 512U * 512U - 19683U);
    EXPECT_EQ(on_members, 242461U);
}

}  // namespace
}  // namespace mariani::gasket
