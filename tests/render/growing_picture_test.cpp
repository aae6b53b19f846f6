// Pictures whose pixels become known one after another.
#include "render/picture/growing_picture.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

constexpr Rgb8 red{200, 0, 0}, blue{0, 0, 100};

// Red and blue pixels by turns, known at these moments.
GrowingPicture growing(ImageSize size, std::vector<float> known_at) {
    Image picture(size, PixelFormat::rgb);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) picture.set(x, y, (x + y) % 2 == 0 ? red : blue);
    const WorkDone end{pixel_count(size), 70};
    return {std::move(picture), {field_of(whole(size), std::move(known_at)), {{}, end}}};
}

TEST(GrowingPictureTest, ShowsWhatIsKnownAndDarknessElsewhere) {
    const auto grown = growing({2, 1}, {0.25F, 0.5F});
    EXPECT_EQ(draw_growing(grown, 0.2, {2, 1}).at(0, 0), not_yet_known);
    const Image half = draw_growing(grown, 0.45, {2, 1});
    EXPECT_EQ(half.at(0, 0), red);
    EXPECT_EQ(half.at(1, 0), not_yet_known);
    EXPECT_EQ(draw_growing(grown, 1, {2, 1}), grown.picture);
}

TEST(GrowingPictureTest, LightsWhatHasJustBecomeKnownAndFadesIt) {
    const auto grown = growing({1, 1}, {0.5F});
    const auto lit = [&](double moment) { return draw_growing(grown, moment, {1, 1}).at(0, 0); };
    EXPECT_NEAR(lit(0.5).g, frontier_share * frontier_light.g, 1);
    EXPECT_NEAR(lit(0.5 + frontier_time / 2).g, frontier_share * frontier_light.g / 2, 1);
    EXPECT_EQ(lit(0.5 + frontier_time + 0.001), red);
}

TEST(GrowingPictureTest, APixelOfASmallerOneIsTheMeanOfThoseWithin) {
    const auto grown = growing({2, 2}, {0.1F, 0.9F, 0.1F, 0.9F});
    const Rgb8 half_known = draw_growing(grown, 0.5, {1, 1}).at(0, 0);
    EXPECT_EQ(half_known, (Rgb8{58, 9, 36}));  // of 200, 0, 0 and 0, 0, 100 and twice 16, 18, 22
    EXPECT_EQ(draw_growing(grown, 1.5, {1, 1}).at(0, 0), (Rgb8{100, 0, 50}));
}

TEST(GrowingPictureTest, ALargerOneRepeatsItsPixels) {
    const auto grown = growing({2, 1}, {0, 0});
    const Image large = draw_growing(grown, 1, {6, 3});
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 6; ++x) EXPECT_EQ(large.at(x, y), x < 3 ? red : blue);
}

TEST(GrowingPictureTest, MadeSmallerKeepsItsEarliestMomentsAndItsCounts) {
    const auto grown = growing({5, 2}, {0.9F, 0.2F, 0.3F, 0.8F, 0.7F,  //
                                        0.6F, 0.5F, 0.4F, 0.1F, 0.95F});
    const auto smaller = no_larger_than(3, grown);
    ASSERT_EQ(smaller.picture.size(), (ImageSize{3, 1}));
    const auto known_at = smaller.order.known_at.host<float>();
    EXPECT_EQ(known_at.at(0, 0), 0.2F);
    EXPECT_EQ(known_at.at(1, 0), 0.1F);
    EXPECT_EQ(known_at.at(2, 0), 0.7F);
    EXPECT_EQ(smaller.picture.at(0, 0), (Rgb8{100, 0, 50}));
    EXPECT_EQ(done_at(smaller.order, 1), (WorkDone{10, 70}));
    EXPECT_EQ(no_larger_than(5, grown).picture, grown.picture);
}

}  // namespace
}  // namespace mariani::render
