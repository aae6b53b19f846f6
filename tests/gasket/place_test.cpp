// What a picture tells of a cell, and the picture of the compact rectangle.
#include "app/workloads/gasket/place.hpp"

#include "app/workloads/colours.hpp"
#include "app/workloads/gasket/colours.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "compute/workloads/gasket/engine.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using gasket::Cell;
using gasket::Shape;

Shape shape(const char* fractal, int level) {
    return shape_of(gasket::parse_fractal(fractal), level);
}

// In the gasket's 2 x 2 box the copies are 0 at (0, 0), 1 at (0, 1) and 2 at (1, 1).
TEST(GasketPlaceTest, TheTermsOfBothSumsAreThoseOfThePaper) {
    const GasketPlace place = place_of(shape("gasket", 3), {1, 3});
    ASSERT_TRUE(place.member);
    ASSERT_EQ(place.digits.size(), 3u);
    const auto& [first, second, third] =
        std::tie(place.digits[0], place.digits[1], place.digits[2]);
    EXPECT_EQ(first.offset, (Cell{1, 1}));
    EXPECT_EQ(first.h, 2u);
    EXPECT_EQ(first.lambda, (Cell{1, 1}));
    EXPECT_EQ(first.nu, (Cell{2, 0}));
    EXPECT_EQ(second.offset, (Cell{0, 1}));
    EXPECT_EQ(second.h, 1u);
    EXPECT_EQ(second.lambda, (Cell{0, 2}));
    EXPECT_EQ(second.lambda_sum, (Cell{1, 3}));
    EXPECT_EQ(second.nu, (Cell{0, 1}));
    EXPECT_EQ(second.nu_sum, (Cell{2, 1}));
    EXPECT_EQ(third.h, 0u);
    EXPECT_EQ(third.nu, (Cell{0, 0}));
    EXPECT_EQ(place.compact, (Cell{2, 1}));
    EXPECT_EQ(place.number, 2u + 3u);
}

TEST(GasketPlaceTest, SumsEndAtTheCellAndItsPlaceForEveryCell) {
    for (const auto& [name, level] : {std::pair("gasket", 5), std::pair("carpet", 3),
                                      std::pair("candy", 2), std::pair("3:0,0/1,1/2,0", 4)}) {
        const Shape of = shape(name, level);
        std::uint64_t members = 0;
        for (std::uint32_t y = 0; y < of.side; ++y)
            for (std::uint32_t x = 0; x < of.side; ++x) {
                const GasketPlace place = place_of(of, {x, y});
                ASSERT_EQ(place.digits.back().lambda_sum, (Cell{x, y}));
                ASSERT_EQ(place.member, is_member(of, {x, y}));
                if (!place.member) continue;
                ++members;
                ASSERT_EQ(place.digits.back().nu_sum, place.compact);
                ASSERT_EQ(lambda(of, place.compact), (Cell{x, y}));
                ASSERT_EQ(lambda1(of, place.number), (Cell{x, y}));
            }
        EXPECT_EQ(members, of.cells) << name;
    }
}

TEST(GasketPlaceTest, AHoleFallsOutAtItsLargestBoxWithoutACopy) {
    const Shape of = shape("gasket", 4);
    EXPECT_EQ(place_of(of, {1, 0}).hole, 0);
    EXPECT_EQ(place_of(of, {8, 0}).hole, 3);
    EXPECT_EQ(place_of(of, {9, 0}).hole, 3);
    EXPECT_FALSE(place_of(of, {9, 0}).digits[0].copy);
    EXPECT_FALSE(place_of(of, {9, 9}).hole);
    EXPECT_TRUE(place_of(shape("gasket", 0), {0, 0}).member);
}

// Eq. 2 takes no notice of holes: x_m + y_m of the box 1, 0 is 1, the number of the copy at 0, 1.
TEST(GasketPlaceTest, ThePrintedHPutsEveryHoleOfTheGasketAtTheMembersPlaceItNames) {
    const Shape of = shape("gasket", 5);
    for (std::uint32_t y = 0; y < of.side; ++y)
        for (std::uint32_t x = 0; x < of.side; ++x) {
            const GasketPlace place = place_of(of, {x, y});
            ASSERT_EQ(place.printed.has_value(), !place.member);
            if (place.member) continue;
            Cell expected;
            for (std::uint32_t m = 0, weight = 1; m < 5; weight *= m++ % 2 == 0 ? 1 : 3)
                (m % 2 == 0 ? expected.x : expected.y) += weight * ((x >> m & 1) + (y >> m & 1));
            ASSERT_EQ(place.printed, expected) << x << " " << y;
            ASSERT_EQ(place.digits.back().nu_sum, expected);
            // The digits 1, 0 become 0, 1.
            const std::uint32_t no_copy = x & ~y;
            ASSERT_EQ(lambda(of, expected), (Cell{x - no_copy, y + no_copy}));
        }
}

TEST(GasketPlaceTest, OfOtherFractalsNothingIsPrintedForAHole) {
    const GasketPlace place = place_of(shape("3:0,1/1,1/2,1", 2), {0, 0});
    EXPECT_FALSE(place.member);
    EXPECT_FALSE(place.printed);
    EXPECT_FALSE(place_of(shape("2:0,0/0,1", 2), {1, 1}).printed);
}

TEST(GasketPlaceTest, AtIsTheCellUnderAPixel) {
    const gasket::BoardView whole{4, 4, 8};  // 10 pixels a cell
    EXPECT_EQ(cell_at(whole, {80, 80}, 8, 0.5, 79.5), (Cell{0, 7}));
    EXPECT_EQ(cell_at(whole, {80, 80}, 8, 10, 20), (Cell{1, 2}));
    EXPECT_FALSE(cell_at(whole, {100, 80}, 8, 5, 40));
    EXPECT_FALSE(cell_at(whole, {80, 80}, 8, 40, 80));
    EXPECT_EQ(cell_at(whole, {100, 80}, 8, 50, 45), (Cell{4, 4})) << "as high as the picture";
}

// A pixel shows one cell, a hole, or all cells of the boxes in it.
TEST(GasketPictureTest, CellsOfAPixelAreThoseThatItShows) {
    const gasket::Problem problem{gasket::parse_fractal("gasket"), 4, {}};
    const GasketPicture near(problem, {8, 8, 16}, {32, 32});
    EXPECT_EQ(near.cells_of(0, 1), (std::vector<CellSpan>{{0, 1}}));
    EXPECT_EQ(near.cells_of(3, 3), (std::vector<CellSpan>{{2, 3}}));
    EXPECT_TRUE(near.cells_of(2, 0).empty());
    EXPECT_TRUE(near.cells_of(40, 0).empty());
    const GasketPicture far(problem, {8, 8, 16}, {4, 4});
    EXPECT_EQ(far.cells_of(0, 0), (std::vector<CellSpan>{{0, 9}}));
    EXPECT_EQ(far.cells_of(3, 3), (std::vector<CellSpan>{{72, 81}}));
    EXPECT_TRUE(far.cells_of(1, 0).empty());
}

// From pixels much smaller than a cell to the whole in few, drawn in two parts.
TEST(GasketPictureTest, PixelsShowHowManyOfTheirCellsAreAlive) {
    for (const auto& [name, level] : {std::pair("gasket", 6), std::pair("carpet", 3),
                                      std::pair("chandelier", 2), std::pair("gasket", 0)}) {
        const gasket::Problem problem{gasket::parse_fractal(name), level, {}};
        const Shape of = shape(name, level);
        const auto state = gasket::random_state(of.cells, {5, 0.4F});
        const auto snapshot = snapshot_of(state);
        const ImageSize size{48, 30};
        for (const double height : {0.1, 0.7, 1.0, 2.5, 5.0, 9.0}) {
            const gasket::BoardView view{0.4 * of.side, 0.55 * of.side, height * of.side};
            const GasketPicture picture(problem, view, size);
            const auto top = picture.rows(*snapshot, 0, 13), rest = picture.rows(*snapshot, 13, 17);
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    const auto shown = y < 13 ? top.at(x, y) : rest.at(x, y - 13);
                    std::uint64_t cells = 0, alive = 0;
                    for (const CellSpan& span : picture.cells_of(x, y)) {
                        cells += span.end - span.begin;
                        alive += state.population(span.begin, span.end);
                    }
                    if (cells == 0)
                        ASSERT_TRUE(shown == role::hole || shown == role::ground);
                    else
                        ASSERT_EQ(shown,
                                  between(role::dead, role::alive,
                                          static_cast<double>(alive) / static_cast<double>(cells)))
                            << name << " " << height << " " << x << " " << y;
                }
        }
    }
}

// Blocks of 2 x 2 on the gasket of level 2: three of the box's four have cells.
TEST(GasketStepColoursTest, HolesThatThreadsWaitOverAreRed) {
    gasket::Problem problem{gasket::parse_fractal("gasket"), 2, {}};
    gasket::Method method;
    method.rho = 2;
    const GasketPicture picture(problem, {2, 2, 4}, {4, 4});
    for (const auto& [kind, waits] :
         {std::pair(gasket::EngineKind::bb, 7), std::pair(gasket::EngineKind::lambda, 3),
          std::pair(gasket::EngineKind::table, 3), std::pair(gasket::EngineKind::bits, 0)}) {
        const auto engine = gasket::find_engine(kind, Backend::cpu)->make(problem, method);
        const auto trace = engine->trace();
        const GasketStyle style{BlockColour::use, false, {}};
        const GasketStepColours colours(trace, shape("gasket", 2), Backend::cpu, style);
        const auto image = picture.rows(colours, 0, 4);
        int red = 0, used = 0;
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x) {
                red += image.at(x, y) == role::wasted;
                used += image.at(x, y) == role::useful;
            }
        EXPECT_EQ(red, waits) << choice_of(kind).label;
        if (kind == gasket::EngineKind::bb) {
            EXPECT_EQ(colours.legend().back().text, "blocks without a cell: 1 of 4");
        }
        EXPECT_EQ(used, 9);
    }
}

// By every engine, each cell of the box as a person would look it up.
TEST(GasketBlocksTest, ABlockIsWhereItsCellsAre) {
    int tried = 0;
    for (const char* name : {"gasket", "vicsek", "carpet"})
        for (const auto kind : {gasket::EngineKind::bb, gasket::EngineKind::lambda,
                                gasket::EngineKind::table, gasket::EngineKind::bits}) {
            const gasket::Problem problem{gasket::parse_fractal(name), 3, {}};
            gasket::Method method;
            const Shape of = shape(name, 3);
            method.rho = static_cast<int>(of.base);
            const auto* found = gasket::find_engine(kind, Backend::cpu);
            if (found->refusal(problem, method)) continue;
            SCOPED_TRACE(testing::Message() << name << " " << choice_of(kind).label);
            const gasket::BlockGrid grid = found->make(problem, method)->trace().grid;
            ++tried;
            std::uint64_t cells = 0;
            for (std::uint32_t block = 0; block < grid.count; ++block)
                for (const auto& [corner, side] : grid.squares_of(block, of))
                    for (std::uint32_t y = corner.y; y < corner.y + side; ++y)
                        for (std::uint32_t x = corner.x; x < corner.x + side; ++x) {
                            if (!is_member(of, {x, y})) continue;
                            ++cells;
                            EXPECT_EQ(grid.block_of(nu1(of, {x, y})), block);
                        }
            EXPECT_EQ(cells, of.cells) << "each is in one";
        }
    EXPECT_GE(tried, 8);
}

// 9 of 27 cells follow one another: a third of the gasket, and of 4 to 12 three parts.
TEST(GasketBlocksTest, ARunIsAFewSquares) {
    const Shape of = shape("gasket", 3);
    EXPECT_EQ(gasket::grid_of_runs(27, 9).squares_of(1, of).size(), 1U);
    EXPECT_EQ(gasket::grid_of_runs(27, 5).squares_of(1, of).size(), 3U);
    EXPECT_EQ(gasket::grid_of_runs(27, 20).squares_of(1, of).back().side, 2U);
}

TEST(GasketStepColoursTest, CellsThatAreMissedOrComputedAgainAreTold) {
    gasket::StepTrace trace;
    trace.grid = gasket::grid_of_runs(9, 3);
    trace.blocks.resize(3);
    trace.visits = {1, 1, 1, 1, 0, 1, 1, 1, 2};
    const GasketStyle style{{}, true, {}};
    const GasketStepColours colours(trace, shape("gasket", 2), Backend::cpu, style);
    EXPECT_EQ(colours.of_cells(0, 3), role::once);
    EXPECT_EQ(colours.of_cells(3, 6), role::never);
    EXPECT_EQ(colours.of_cells(6, 9), role::again);
    EXPECT_EQ(colours.of_hole({1, 0}), role::hole);
    const auto legend = colours.legend();
    EXPECT_EQ(legend[0].text, "once: 7 cells");
    EXPECT_EQ(legend[1].text, "never: 1 cell");
    EXPECT_EQ(legend[2].text, "more often: 1 cell");
}

// From the first colour almost to the last.
TEST(GasketStepColoursTest, TheOrderIsThatOfTheBlocks) {
    gasket::StepTrace trace;
    trace.grid = gasket::grid_of_runs(9, 3);
    trace.blocks.resize(3);
    const GasketStepColours colours(trace, shape("gasket", 2), Backend::cpu, {});
    EXPECT_EQ(colours.of_cells(0, 3), role::first_block);
    EXPECT_EQ(colours.of_cells(6, 9), between(role::first_block, role::last_block, 2.0 / 3));
}

TEST(GasketStepColoursTest, APlayedStepFillsItsBlocksOneAfterTheOther) {
    gasket::StepTrace trace;
    trace.grid = gasket::grid_of_runs(9, 3);
    trace.blocks = {{0, 0, 0, BlockUse::useful, 0, 40},
                    {1, 0, 0, BlockUse::useful, 40, 60},
                    {2, 0, 0, BlockUse::useful, 50, 100}};
    trace.visits.assign(9, 1);
    const auto colour_at = [&](double share, std::uint64_t cell) {
        const GasketStyle style{BlockColour::order, false, share};
        return GasketStepColours(trace, shape("gasket", 2), Backend::cpu, style)
            .of_cells(cell, cell + 3);
    };
    EXPECT_EQ(colour_at(0.2, 0), role::running);
    EXPECT_EQ(colour_at(0.2, 3), role::waiting);
    EXPECT_EQ(colour_at(0.55, 3), role::running);
    EXPECT_EQ(colour_at(0.55, 6), role::running);
    EXPECT_EQ(colour_at(0.55, 0), role::first_block);
    EXPECT_EQ(colour_at(0.7, 6), role::running);
    EXPECT_NE(colour_at(0.7, 3), role::running);
}

// One pixel a cell: each shows the state of the cell that lambda leads to.
TEST(GasketRectangleTest, EachPixelShowsItsCell) {
    for (const char* name : {"gasket", "vicsek", "h"}) {
        const Shape of = shape(name, 3);
        const auto state = gasket::random_state(of.cells, {3, 0.5F});
        const ImageSize size{static_cast<int>(of.compact.x), static_cast<int>(of.compact.y)};
        EXPECT_EQ(rectangle_size(of, size.width), size);
        const auto image = draw_rectangle(of, *snapshot_of(state), size);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const Cell at{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
                const bool alive = state.alive(nu1(of, lambda(of, at)));
                ASSERT_EQ(image.at(x, y), alive ? role::alive : role::dead);
            }
    }
}

TEST(GasketRectangleTest, SmallerPicturesShowHowManyAreAlive) {
    const Shape of = shape("gasket", 4);  // 9 x 9 places
    gasket::State state(of.cells);
    for (std::uint32_t y = 0; y < 3; ++y)
        for (std::uint32_t x = 6; x < 9; ++x) state.set(nu1(of, lambda(of, {x, y})), true);
    const auto image = draw_rectangle(of, *snapshot_of(state), {3, 3});
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x)
            EXPECT_EQ(image.at(x, y), x == 2 && y == 0 ? role::alive : role::dead);
    const auto large = draw_rectangle(of, *snapshot_of(state), {27, 27});
    EXPECT_EQ(large.at(18, 8), role::alive);
    EXPECT_EQ(large.at(17, 8), role::dead);
}

}  // namespace
}  // namespace mariani::app
