#include "compute/subdivision/parts.hpp"

#include "compute/subdivision/lattice.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani {
namespace {

// They follow each other without a gap, in rows of one height.
void expect_tiled(const Parts& parts, ImageSize image) {
    int y = 0;
    for (const auto& row : parts) {
        int x = 0;
        for (const PixelRect& part : row) {
            EXPECT_EQ(part.x, x);
            EXPECT_EQ(part.y, y);
            EXPECT_FALSE(empty(part));
            EXPECT_EQ(part.height, row.front().height);
            x += part.width;
        }
        EXPECT_EQ(x, image.width);
        y += row.front().height;
    }
    EXPECT_EQ(y, image.height);
}

TEST(PartsTest, AreSquaresWhereNoLatticeIsInTheWay) {
    const Parts expected{{{0, 0, 40, 40}, {40, 0, 40, 40}, {80, 0, 20, 40}},
                         {{0, 40, 40, 10}, {40, 40, 40, 10}, {80, 40, 20, 10}}};
    EXPECT_EQ(parts_of({100, 50}, 40), expected);
    EXPECT_EQ(parts_of({40, 7}, 40), (Parts{{{0, 0, 40, 7}}}));
}

TEST(PartsTest, AreOfAsManyCellsAsFit) {
    // Cells of 14 or 15 pixels, and of 7 or 8.
    const Parts expected{{{0, 0, 28, 28}, {28, 0, 29, 28}, {57, 0, 28, 28}, {85, 0, 15, 28}},
                         {{0, 28, 28, 22}, {28, 28, 29, 22}, {57, 28, 28, 22}, {85, 28, 15, 22}}};
    EXPECT_EQ(parts_on_lattice({100, 50}, 7, 29), expected);
    EXPECT_EQ(parts_on_lattice({100, 50}, 1, 29), (Parts{{{0, 0, 100, 50}}}));
    EXPECT_EQ(parts_on_lattice({3, 2}, 1000, 1).front().size(), 3u);
}

TEST(PartsTest, LieOnTheLatticeAndTileThePicture) {
    for (const ImageSize image : {ImageSize{301, 203}, {64, 64}, {1000, 3}, {1, 90}, {5, 5}})
        for (const int g : {1, 2, 5, 64, 317})
            for (const int side : {1, 7, 64, 2000}) {
                const Parts parts = parts_on_lattice(image, g, side);
                expect_tiled(parts, image);
                for (const auto& row : parts)
                    for (const PixelRect& part : row) {
                        EXPECT_TRUE(find_layout(part, image, g));
                        EXPECT_LE(part.width, std::max(side, image.width / g + 1));
                        EXPECT_LE(part.height, std::max(side, image.height / g + 1));
                    }
            }
}

TEST(PartsTest, AnAutomaticGIsDoubledUntilItsCellsFit) {
    EXPECT_EQ(g_for_parts({8192, 100}, 4, 2048), 4);
    EXPECT_EQ(g_for_parts({8193, 100}, 4, 2048), 8);
    EXPECT_EQ(g_for_parts({100, 32768}, 4, 2048), 16);
    EXPECT_EQ(g_for_parts({32768, 32768}, 128, 2048), 128);
}

TEST(PartsTest, TheBudgetHoldsForEachPartAndForARowOfThem) {
    const Parts parts = parts_of({100, 50}, 40);
    EXPECT_TRUE(within(parts, {1600, 4000}));
    EXPECT_FALSE(within(parts, {1599, 4000}));
    EXPECT_FALSE(within(parts, {1600, 3999}));
    EXPECT_EQ(min_g_within({100, 100}, 1, 20, {2500, 1'000'000}), 2);
    EXPECT_EQ(min_g_within({100, 100}, 1, 20, {2500, 3400}), 3);
    EXPECT_EQ(min_g_within({100, 100}, 7, 20, {2500, 3400}), 7);
}

TEST(LayoutTest, TheWholePictureHasAllCells) {
    for (const int g : {1, 7, 4096})
        EXPECT_EQ(layout_of({0, 0, 100, 50}, {100, 50}, g), (Layout{{100, 50}, {0, g}, {0, g}}));
}

TEST(LayoutTest, APartHasItsOwn) {
    EXPECT_EQ(layout_of({28, 28, 57, 22}, {100, 50}, 7), (Layout{{100, 50}, {2, 4}, {4, 3}}));
    // Twice as many cells as pixels: every other one is empty.
    EXPECT_EQ(layout_of({3, 2, 1, 2}, {10, 10}, 20), (Layout{{10, 10}, {6, 2}, {4, 4}}));
}

TEST(LayoutTest, APartThatCutsThroughCellsIsRefused) {
    for (const PixelRect part :
         {PixelRect{27, 28, 58, 22}, {28, 28, 56, 22}, {28, 27, 57, 23}, {28, 28, 57, 21}}) {
        EXPECT_FALSE(find_layout(part, {100, 50}, 7)) << part.x << "," << part.y;
        EXPECT_THROW(layout_of(part, {100, 50}, 7), std::invalid_argument);
    }
    EXPECT_FALSE(why_part_invalid({28, 28, 57, 22}, {100, 50}, 7));
    EXPECT_EQ(why_part_invalid({1, 2, 30, 40}, {100, 50}, 7),
              "the part to compute, 30x40 pixels at 1,2, cuts through regions: it must consist of "
              "whole cells of the 7x7 (g x g) into which the image of 100x50 is cut");
}

}  // namespace
}  // namespace mariani
