#include "compute/workloads/gasket/board_view.hpp"

#include <set>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

TEST(BoardViewTest, BoxesHaveTheLivingCellsThatLieInThem) {
    for (const char* name : {"gasket", "carpet", "chandelier"}) {
        const Fractal& fractal = *find_fractal(name);
        const int level = fractal.side == 2 ? 7 : 4;
        const Shape shape = shape_of(fractal, level);
        const State state = random_state(shape.cells, {4, 0.3F});
        std::uint32_t side = 1;
        for (int m = 0; m <= level; ++m, side *= shape.base) {
            const auto counts = level_counts(state, shape, m);
            std::vector<std::uint32_t> expected(counts.size());
            const Shape boxes = shape_of(fractal, level - m);
            ASSERT_EQ(counts.size(), boxes.cells);
            for (std::uint32_t index = 0; index < shape.cells; ++index) {
                const Cell cell = lambda1(shape, index);
                const auto box = box_of(shape, m, cell);
                ASSERT_EQ(box, nu1(boxes, {cell.x / side, cell.y / side}));
                expected[*box] += state.alive(index);
            }
            EXPECT_EQ(counts, expected) << name << " " << m;
        }
    }
}

TEST(BoardViewTest, BoxesThatAreHolesHaveNoPlace) {
    const Shape shape = shape_of(*find_fractal("gasket"), 4);
    std::set<std::uint32_t> places;
    for (std::uint32_t y = 0; y < 16; ++y)
        for (std::uint32_t x = 0; x < 16; ++x)
            if (const auto box = box_of(shape, 2, {x, y})) places.insert(*box);
    EXPECT_EQ(places.size(), 9U);
    EXPECT_EQ(box_of(shape, 2, {15, 0}), std::nullopt);
    EXPECT_EQ(box_of(shape, 2, {1, 0}), 0U);  // a hole among cells, but not among boxes
    EXPECT_EQ(box_of(shape, 0, {1, 0}), std::nullopt);
    EXPECT_EQ(box_of(shape, 4, {15, 0}), 0U);
}

TEST(BoardViewTest, ShowsTheCellsThatThePictureTouches) {
    EXPECT_EQ(visible_cells({8, 8, 16}, {160, 160}, 16), (CellRect{0, 0, 16, 16}));
    EXPECT_EQ(visible_cells({8, 8, 4}, {200, 100}, 16), (CellRect{4, 6, 8, 4}));
    EXPECT_EQ(visible_cells({8.5, 8.25, 1}, {100, 100}, 16), (CellRect{8, 7, 1, 2}));
    EXPECT_EQ(visible_cells({0, 16, 4}, {100, 100}, 16), (CellRect{0, 14, 2, 2}));
    EXPECT_EQ(visible_cells({-5, 8, 4}, {100, 100}, 16), CellRect{});
    EXPECT_EQ(visible_cells({8, 1e300, 4}, {100, 100}, 16), CellRect{});
    EXPECT_EQ(visible_cells({8, 8, 1e300}, {100, 100}, 16), (CellRect{0, 0, 16, 16}));
}

TEST(BoardViewTest, ShowsBoxesThatFitIntoAPixel) {
    const Shape gasket = shape_of(*find_fractal("gasket"), 10);
    const ImageSize image{100, 100};
    for (const auto& [height, level] : {std::pair{10.0, 0},
                                        {100.0, 0},
                                        {199.0, 0},
                                        {200.0, 1},
                                        {399.0, 1},
                                        {400.0, 2},
                                        {1600.0, 4},
                                        {1e9, 10}})
        EXPECT_EQ(shown_level({0, 0, height}, image, gasket), level) << height;
    const Shape carpet = shape_of(*find_fractal("carpet"), 5);
    EXPECT_EQ(shown_level({0, 0, 299}, image, carpet), 0);
    EXPECT_EQ(shown_level({0, 0, 300}, image, carpet), 1);
    EXPECT_DOUBLE_EQ(cells_per_pixel({0, 0, 300}, image), 3);
}

}  // namespace
}  // namespace mariani::gasket
