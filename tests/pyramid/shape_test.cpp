// How a poster is cut: levels, cells and chunks.
#include "app/produce/pyramid/shape.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(PyramidShape, HasLevelsDownToOneChunk) {
    EXPECT_EQ(all_levels({256, 256}), 1);
    EXPECT_EQ(all_levels({257, 1}), 2);
    EXPECT_EQ(all_levels({1 << 20, 1 << 20}), 13);
}

TEST(PyramidShape, HalvesEachLevelRoundedUp) {
    const PyramidShape shape{{1001, 300}, 256, 3};
    EXPECT_EQ(level_size(shape, 0), (ImageSize{1001, 300}));
    EXPECT_EQ(level_size(shape, 1), (ImageSize{501, 150}));
    EXPECT_EQ(level_size(shape, 2), (ImageSize{251, 75}));
    EXPECT_EQ(cells_of(shape, 0), (GridSize{4, 2}));
    EXPECT_EQ(cells_of(shape, 2), (GridSize{1, 1}));
}

TEST(PyramidShape, ItsCellsTileEachPicture) {
    const PyramidShape shape{{1001, 300}, 512, 3};
    for (int level = 0; level < shape.levels; ++level) {
        const ImageSize size = level_size(shape, level);
        const GridSize cells = cells_of(shape, level);
        std::int64_t pixels = 0;
        for (int y = 0; y < cells.rows; ++y)
            for (int x = 0; x < cells.columns; ++x) {
                const PixelRect rect = pixels_of(shape, {level, x, y});
                EXPECT_FALSE(empty(rect));
                EXPECT_EQ(rect.x, x * shape.cell);
                EXPECT_LE(rect.x + rect.width, size.width);
                EXPECT_LE(rect.y + rect.height, size.height);
                pixels += pixel_count(rect);
            }
        EXPECT_EQ(pixels, pixel_count(size));
    }
}

TEST(PyramidShape, IsRefusedWithAReason) {
    EXPECT_EQ(why_invalid(PyramidShape{{4096, 4096}, 2048, 5}), std::nullopt);
    EXPECT_EQ(why_invalid(PyramidShape{{4096, 4096}, 1000, 5}),
              "a cell's side is 1000: it must be a power of two from 256 to 16384");
    EXPECT_NE(why_invalid(PyramidShape{{4096, 10}, 2048, 5}), std::nullopt);
    EXPECT_NE(why_invalid(PyramidShape{{4096, 4096}, 2048, 6}), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
