#include "app/produce/exports/picture_cut.hpp"
#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

constexpr PrintSize a0{841, 1189, 300, 0};

TEST(PrintSize, IsInPixelsToTheNearest) {
    EXPECT_EQ(pixels_of(a0), (PrintPixels{{9933, 14043}, 0}));
    EXPECT_EQ(pixels_of({3000, 2000, 300, 0}).trimmed, (ImageSize{35433, 23622}));
    EXPECT_EQ(pixels_of({25.4, 50.8, 100, 0}).trimmed, (ImageSize{100, 200}));
}

TEST(PrintSize, GrowsByTheBleedOnEachSide) {
    const PrintPixels pixels = pixels_of({841, 1189, 300, 3});
    EXPECT_EQ(pixels.bleed, 36);
    EXPECT_EQ(pixels.with_bleed(), (ImageSize{9933 + 72, 14043 + 72}));
}

TEST(PrintSize, TakesTheMiddleOfAPosterOfAnotherShape) {
    EXPECT_EQ(centred({1000, 1000}, {500, 1000}), (PixelRect{250, 0, 500, 1000}));
    EXPECT_EQ(centred({1000, 1000}, {1000, 500}), (PixelRect{0, 250, 1000, 500}));
    EXPECT_EQ(centred({9933, 14043}, {9933, 14043}), (PixelRect{0, 0, 9933, 14043}));
}

TEST(PrintSize, SaysWhatItNeedsOfAPoster) {
    EXPECT_FALSE(why_too_small(a0, {9933, 14043}));
    EXPECT_FALSE(why_too_small(a0, {16384, 16384}));
    const auto why = why_too_small(a0, {8192, 8192});
    ASSERT_TRUE(why);
    EXPECT_SAYS(*why, "make a poster of 9933x14043");
    EXPECT_SAYS(*why, "or print at 174 pixels per inch");  // 300 x 5794 / 9933
    EXPECT_FALSE(why_too_small({841, 1189, 174, 0}, {8192, 8192}));
}

TEST(PrintSize, RefusesWhatNoPrinterTakes) {
    EXPECT_SAYS(why_invalid(PrintSize{0, 100, 300, 0}).value_or(""), "each side");
    EXPECT_SAYS(why_invalid(PrintSize{100, 100, 5, 0}).value_or(""), "pixels per inch");
    EXPECT_SAYS(why_invalid(PrintSize{100, 100, 300, -1}).value_or(""), "bleed");
    EXPECT_SAYS(why_invalid(PrintSize{100'000, 100, 4800, 0}).value_or(""),
                "the most that a poster");
    EXPECT_FALSE(why_invalid(a0));
}

PyramidShape shape_of(ImageSize size) {
    return {size, 2048, all_levels(size)};
}

TEST(PrintCut, IsPixelByPixelWhereThePosterHasThePrintsSize) {
    const PictureCut cut = print_cut(shape_of({9933, 14043}), a0, true);
    EXPECT_EQ(cut, (PictureCut{0, {0, 0, 9933, 14043}, {9933, 14043}}));
}

TEST(PrintCut, ReadsTheCoarsestLevelWithEnoughPixels) {
    const PyramidShape shape = shape_of({65536, 65536});
    const PictureCut plain = print_cut(shape, a0, false);
    EXPECT_EQ(plain.level, 2);  // 16384 high
    EXPECT_EQ(plain.rect.height, 16384);
    const PictureCut smooth = print_cut(shape, a0, true);
    EXPECT_EQ(smooth.level, 1);  // 32768: at least two of its pixels for one of the print
    EXPECT_EQ(smooth.size, (ImageSize{9933, 14043}));
    EXPECT_NEAR(smooth.rect.width, 32768.0 * 9933 / 14043, 2);
}

}  // namespace
}  // namespace mariani::app
