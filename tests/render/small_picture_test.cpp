// Pictures at another size than their dwells.
#include "compute/model/growing_frame.hpp"
#include "render/picture/picture.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

// Dwell 1 is black, dwell 2 white.
ColourMap black_and_white() {
    Colouring colouring;
    colouring.mapping = Mapping::cyclic;
    colouring.period = 2;
    return ColourMap(colouring, {"two", {{0, 0, 0}, {255, 255, 255}}}, 100);
}

TEST(SmallPictureTest, AreAsWideAsTheyAreLong) {
    EXPECT_EQ(fitted({1600, 900}, 400), (ImageSize{400, 225}));
    EXPECT_EQ(fitted({900, 1600}, 400), (ImageSize{225, 400}));
    EXPECT_EQ(fitted({64, 64}, 400), (ImageSize{400, 400}));
    EXPECT_EQ(fitted({65536, 1}, 400), (ImageSize{400, 1}));
}

TEST(SmallPictureTest, APixelIsTheMeanOfThoseWithin) {
    const ColourMap colours = black_and_white();
    const Rgb8 dark = colours.colour(1), light = colours.colour(2);
    ASSERT_NE(dark, light);
    const std::vector<std::uint32_t> dwells{1, 1, 2, 2,  //
                                            1, 2, 2, 2};
    const HostField<std::uint32_t> field{{7, 9, 4, 2}, dwells};
    const Image half = draw_at_size(field, {}, colours, {2, 1});
    EXPECT_NEAR(half.at(0, 0).r, (3 * dark.r + light.r) / 4.0, 0.51);
    EXPECT_EQ(half.at(1, 0), light);
    const Image large = draw_at_size(field, {}, colours, {8, 4});
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x)
            EXPECT_EQ(large.at(x, y),
                      colours.colour(dwells[static_cast<std::size_t>(y / 2 * 4 + x / 2)]));
}

TEST(SmallPictureTest, WhatIsNotKnownIsHatchedInItsOwnPixels) {
    const ColourMap colours = black_and_white();
    std::vector<std::uint32_t> dwells(32 * 16, 2);
    for (int y = 0; y < 16; ++y)
        for (int x = 16; x < 32; ++x) dwells[static_cast<std::size_t>(32 * y + x)] = unknown_dwell;
    const Image half = draw_at_size({{7, 9, 32, 16}, dwells}, {}, colours, {16, 8});
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 16; ++x)
            EXPECT_EQ(half.at(x, y), x < 8 ? colours.colour(2) : colours.hatch(x, y))
                << x << "," << y;
}

TEST(SmallPictureTest, APictureIsReducedLikewise) {
    Image picture({4, 2}, PixelFormat::rgb);
    picture.set(0, 0, {10, 20, 30});
    picture.set(1, 1, {30, 20, 10});
    picture.set(3, 0, {200, 100, 0});
    const Image half = at_size(picture, {2, 1});
    EXPECT_EQ(half.at(0, 0), (Rgb8{10, 10, 10}));
    EXPECT_EQ(half.at(1, 0), (Rgb8{50, 25, 0}));
    EXPECT_EQ(at_size(picture, picture.size()), picture);
    EXPECT_EQ(at_size(picture, {8, 4}).at(7, 1), (Rgb8{200, 100, 0}));
}

TEST(SmallPictureTest, RegionsKeepTheirPlacesAndStayDisjoint) {
    std::vector<Region> regions(4);
    for (int i = 0; i < 4; ++i)
        regions[static_cast<std::size_t>(i)].rect = {100 + 25 * i, 50, 25, 100};
    const auto half = at_size(regions, {100, 50, 100, 100}, {50, 50});
    ASSERT_EQ(half.size(), 4u);
    int x = 0;
    for (const Region& region : half) {
        EXPECT_EQ(region.rect.x, x);
        EXPECT_EQ(region.rect.y, 0);
        EXPECT_EQ(region.rect.height, 50);
        x += region.rect.width;
    }
    EXPECT_EQ(x, 50);
    EXPECT_EQ(at_size(regions, {100, 50, 100, 100}, {2, 2}).size(), 2u);
}

}  // namespace
}  // namespace mariani::render
