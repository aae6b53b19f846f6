#include "compute/workloads/gasket/board_view.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

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
