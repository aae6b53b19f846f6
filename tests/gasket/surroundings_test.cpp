// What is shown around a cell: the tiles of an engine, what they read of each other, and
// neighbours.
#include "app/workloads/gasket/place.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using gasket::Cell;
using gasket::MmaForm;
using gasket::Shape;

gasket::Problem problem_of(const char* fractal, int level) {
    return {gasket::parse_fractal(fractal), level, {}};
}

gasket::BoardView whole(const Shape& shape) {
    const double side = shape.side;
    return {side / 2, side / 2, side};
}

using Places = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Places places_of(const std::vector<Cell>& cells) {
    Places places;
    for (const auto& [x, y] : cells) places.emplace(x, y);
    return places;
}

// Members beside a member of another tile, cell by cell.
Places read_by_another_tile(const Shape& shape, std::uint32_t tile) {
    Places places;
    for (std::uint32_t y = 0; y < shape.side; ++y)
        for (std::uint32_t x = 0; x < shape.side; ++x) {
            if (!is_member(shape, {x, y})) continue;
            for (int direction = 0; direction < gasket::directions; ++direction) {
                const auto [at, inside] = gasket::neighbour_of({x, y}, direction, shape.side);
                if (inside && is_member(shape, at) &&
                    (at.x / tile != x / tile || at.y / tile != y / tile))
                    places.emplace(x, y);
            }
        }
    return places;
}

TEST(GasketTilesTest, ContactsAreTheCellsBesideAnotherTile) {
    for (const auto& [fractal, level, tile] :
         {std::tuple("gasket", 6, 8U), {"gasket", 5, 1U}, {"carpet", 4, 9U}, {"vicsek", 3, 3U}}) {
        SCOPED_TRACE(fractal);
        const auto problem = problem_of(fractal, level);
        const Shape shape = shape_of(problem.fractal, level);
        const int pixels = static_cast<int>(8 * shape.side);
        const auto tiles = tiles_on_screen(problem, tile, whole(shape), {pixels, pixels});
        const auto expected = read_by_another_tile(shape, tile);
        EXPECT_FALSE(expected.empty());
        EXPECT_EQ(tiles.contacts.size(), expected.size());
        EXPECT_EQ(places_of(tiles.contacts), expected);
    }
}

TEST(GasketTilesTest, BoxesGoFromTheWholeToTheTiles) {
    const auto problem = problem_of("gasket", 6);
    const Shape shape = shape_of(problem.fractal, 6);
    const auto tiles = tiles_on_screen(problem, 16, whole(shape), {640, 640});
    EXPECT_EQ(tiles.boxes.size(), 1U + 3 + 9);
    EXPECT_EQ(tiles.boxes.front(), (GasketBox{{0, 0}, 64, 0}));
    EXPECT_EQ(std::ranges::count(tiles.boxes, 16U, &GasketBox::side), 9);
    EXPECT_EQ(std::ranges::count(tiles.boxes, GasketBox{{48, 48}, 16, 2}), 1);
}

TEST(GasketTilesTest, WhatIsTooSmallOrBesideTheViewIsLeftOut) {
    const auto problem = problem_of("gasket", 20);
    const Shape shape = shape_of(problem.fractal, 20);
    const auto far = tiles_on_screen(problem, 16, whole(shape), {512, 512});
    EXPECT_EQ(std::ranges::min(far.boxes, {}, &GasketBox::side).side, 1U << 14);  // 8 pixels
    EXPECT_TRUE(far.contacts.empty());
    const auto near = tiles_on_screen(problem, 16, {8, 8, 16}, {512, 512});
    EXPECT_EQ(std::ranges::count(near.boxes, 16U, &GasketBox::side), 1);
    EXPECT_EQ(near.boxes.size(), 17U);  // one of each level
}

TEST(GasketTilesTest, AFractalThatIsOneTileReadsNothing) {
    const auto problem = problem_of("gasket", 3);
    const auto tiles = tiles_on_screen(problem, 8, whole(shape_of(problem.fractal, 3)), {800, 800});
    EXPECT_EQ(tiles.boxes.size(), 1U);
    EXPECT_TRUE(tiles.contacts.empty());
}

TEST(GasketNeighboursTest, AreThoseOfTheBox) {
    const Shape shape = shape_of(gasket::parse_fractal("gasket"), 3);
    const GasketNeighbours around = neighbours_of(shape, {0, 1});
    EXPECT_FALSE(around[0].inside);
    EXPECT_TRUE(around[1].member);  // 0, 0
    EXPECT_EQ(around[1].compact, (Cell{0, 0}));
    EXPECT_TRUE(around[2].inside);  // 1, 0 is a hole
    EXPECT_FALSE(around[2].member);
    EXPECT_TRUE(around[4].member);  // 1, 1
    EXPECT_EQ(around[4].compact, nu(shape, {1, 1}));
}

TEST(GasketNeighboursTest, ExactMatricesFindEveryNeighbourBlock) {
    const auto problem = problem_of("gasket", 16);
    for (const Cell cell : {Cell{0, 65535}, Cell{65535, 65535}, Cell{21845, 65535}}) {
        const auto product = block_product(problem, 1, cell, MmaForm::exact);
        ASSERT_TRUE(product);
        for (int m = 0; m < product->blocks.level; ++m)
            EXPECT_EQ(product->weights.weight[m], product->right_weight(m));
        for (const auto& column : product->columns)
            if (column.block.member) {
                EXPECT_EQ(column.c[0], column.right(0));
                EXPECT_EQ(column.c[1], column.right(1));
            }
    }
}

// 3^7 is no half: digits 14 and 15 are counted 2188 times.
TEST(GasketNeighboursTest, PublishedMatricesAreWrongWhereHalvesAre) {
    const auto product =
        block_product(problem_of("gasket", 16), 1, {65535, 65535}, MmaForm::printed);
    ASSERT_TRUE(product);
    EXPECT_EQ(product->weights.weight[15], 2188);
    EXPECT_EQ(product->right_weight(15), 2187);
    EXPECT_EQ(product->weights.weight[13], product->right_weight(13));
    const auto wrong = [](const BlockProduct::Column& column) {
        return column.block.member &&
               (column.c[0] != column.right(0) || column.c[1] != column.right(1));
    };
    EXPECT_TRUE(std::ranges::any_of(product->columns, wrong));
}

// Sums in FP16 lose what FP32 keeps: places above 2048, from 13 levels of blocks on.
TEST(GasketNeighboursTest, SumsInHalvesAreWrongBeforeWeightsAre) {
    const Cell last{(1U << 14) - 1, (1U << 14) - 1};
    const auto of = [&](MmaForm form) {
        return block_product(problem_of("gasket", 14), 1, last, form);
    };
    const auto printed = of(MmaForm::printed), program = of(MmaForm::program);
    ASSERT_TRUE(printed && program);
    bool wrong = false;
    for (std::size_t i = 0; i < printed->columns.size(); ++i) {
        const auto &single = printed->columns[i], &half = program->columns[i];
        if (!single.block.member) continue;
        for (const std::size_t row : {0U, 1U}) {
            EXPECT_EQ(single.c[row], single.right(row));
            wrong = wrong || half.c[row] != half.right(row);
        }
    }
    EXPECT_TRUE(wrong);
}

TEST(GasketNeighboursTest, WhatIsWrongAsPublishedIsToldWithTheLevelsThatItBeginsAt) {
    const auto [wrong, blocks, levels, first] =
        wrong_as_published(problem_of("gasket", 19), 16, MmaForm::printed);
    EXPECT_EQ(levels, 15);
    EXPECT_EQ(first, 15);
    EXPECT_EQ(3 * wrong, 2 * blocks);
    EXPECT_EQ(wrong_as_published(problem_of("gasket", 16), 16, MmaForm::program).wrong, 0U);
}

// The paper's 234 times less memory: (4/3)^19 = 236.5, of r = 20 in blocks of 2 x 2.
TEST(GasketNeighboursTest, BytesOfBoxAndBlocksAreThoseOfEachLevel) {
    const auto& gasket = gasket::named_fractals().front();
    const auto box = bytes_by_level(gasket, 2, gasket::BlockOrder::expanded);
    const auto blocks = bytes_by_level(gasket, 2, gasket::BlockOrder::rectangle);
    ASSERT_EQ(box.size(), 21U);
    ASSERT_EQ(blocks.size(), 21U);
    EXPECT_EQ(box[0], 2);
    EXPECT_EQ(box[20], 2 * 0x1p40);
    EXPECT_EQ(blocks[1], 2 * 4);
    EXPECT_EQ(blocks[2], 2 * 3 * 4);
    EXPECT_NEAR(box[20] / blocks[20], 236.5, 0.05);
}

TEST(GasketNeighboursTest, ThereAreNoMatricesForMoreThan16Digits) {
    const auto problem = problem_of("gasket", 17);
    EXPECT_FALSE(block_product(problem, 1, {0, 0}, MmaForm::exact));
    EXPECT_FALSE(block_product(problem, 1, {0, 0}, MmaForm::printed));
    EXPECT_TRUE(block_product(problem, 2, {0, 0}, MmaForm::exact));
}

}  // namespace
}  // namespace mariani::app
