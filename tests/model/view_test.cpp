#include "compute/model/view.hpp"

#include "compute/model/suited.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

const View paper{{-0.5, 0}, 2};

TEST(ViewTest, ThePaperViewSpansItsSquare) {
    constexpr ImageSize square{1024, 1024};
    EXPECT_EQ(point_at(paper, square, 0, 0), (PlanePoint{-1.5, 1}));
    EXPECT_EQ(point_at(paper, square, 1024, 1024), (PlanePoint{0.5, -1}));
    EXPECT_EQ(point_at(paper, square, 512, 512), paper.centre);
}

TEST(ViewTest, PixelsAreSquareInAnyImage) {
    constexpr ImageSize wide{300, 100};
    EXPECT_DOUBLE_EQ(pitch(paper, wide).nearest(), 0.02);
    EXPECT_DOUBLE_EQ(point_at(paper, wide, 0, 50).re.nearest(), -3.5);
    EXPECT_DOUBLE_EQ(point_at(paper, wide, 150, 0).im.nearest(), 1);
}

TEST(ViewTest, DoublesAreExhaustedWhereNeighboursCoincide) {
    constexpr ImageSize image{1920, 1080};
    const PlanePoint centre{-0.743643887037151, 0.131825904205330};
    EXPECT_FALSE(double_exhausted({centre, 1e-9}, image));
    EXPECT_FALSE(double_exhausted({centre, 2e-12}, image));
    EXPECT_TRUE(double_exhausted({centre, 1e-14}, image));
    // Wherever neighbours really coincide the program must have warned.
    for (double height = 1; height > 1e-16; height /= 2) {
        const View view{centre, height};
        const double first = point_at(view, image, 0.5, 0.5).re.nearest();
        const bool coincide = point_at(view, image, 1.5, 0.5).re.nearest() == first;
        EXPECT_TRUE(!coincide || double_exhausted(view, image)) << height;
    }
}

}  // namespace
}  // namespace mariani
