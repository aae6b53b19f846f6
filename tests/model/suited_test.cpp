#include "compute/model/suited.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "tests/model/many_digits.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani {
namespace {

TEST(SuitedTest, RegionsHaveAtLeastSixteenPixelsToBeginWith) {
    const auto g_of = [](int side) { return suited_subdivision({side, 1}, 16).g; };
    EXPECT_EQ(g_of(127), 4);
    EXPECT_EQ(g_of(128), 8);
    EXPECT_EQ(g_of(1024), 64);
    EXPECT_EQ(g_of(1920), 64);
    EXPECT_EQ(g_of(3840), 128);
}

TEST(SuitedTest, ButThereAreNeitherFewNorThousandsOfThem) {
    EXPECT_EQ(suited_subdivision({1, 1}, 16).g, 4);
    EXPECT_EQ(suited_subdivision({16384, 16384}, 16).g, 128);
    EXPECT_EQ(suited_subdivision({65536, 65536}, 16).g, 128);
}

TEST(SuitedTest, TheLongerSideCounts) {
    EXPECT_EQ(suited_subdivision({3840, 90}, 16).g, 128);
    EXPECT_EQ(suited_subdivision({90, 3840}, 16).g, 128);
}

TEST(SuitedTest, BStays) {
    for (const int B : {1, 16, 65536}) EXPECT_EQ(suited_subdivision({3840, 2160}, B).B, B);
}

// As the engines count them: a region is subdivided while max(W, H) / (lattice r) > B.
int levels_of(ImageSize image, const SubdivisionParams& params) {
    int levels = 1;
    for (double side = std::max(image.width, image.height) / double(params.g);
         side / params.r > params.B; side /= params.r)
        ++levels;
    return levels;
}

TEST(SuitedTest, ATreeHasFourLevelsOfAsSmallRegionsAsAskedFor) {
    for (const ImageSize image : {ImageSize{1440, 780}, {1920, 1080}, {2160, 3840}, {129, 1}})
        for (const int B : {4, 16}) {
            const SubdivisionParams tree = suited_tree(image, B);
            EXPECT_EQ(tree.B, B);
            EXPECT_EQ(levels_of(image, tree), 4) << image.width << " B " << B;
            EXPECT_FALSE(why_invalid(tree));
        }
    EXPECT_EQ(suited_tree({1440, 780}, 16).g, 8);
    EXPECT_EQ(suited_tree({1025, 1}, 16).g, 8);
    EXPECT_EQ(suited_tree({1024, 1}, 16).g, 4);
}

TEST(SuitedTest, ATreeHasAsManyLevelsAsThePictureHasRoomFor) {
    EXPECT_EQ(suited_tree({100, 50}, 16), (SubdivisionParams{1, 2, 16}));
    EXPECT_EQ(suited_tree({1, 1}, 65536), (SubdivisionParams{1, 2, 65536}));
    EXPECT_EQ(suited_tree({65536, 65536}, 1).g, 128);
}

TEST(SuitedTest, MayBe) {
    for (const int side : {1, 15, 127, 128, 2047, 65536})
        EXPECT_FALSE(why_invalid(suited_subdivision({side, side}, 16)));
    EXPECT_FALSE(why_invalid(suited::block_of_ex));
}

TEST(SuitedTest, JuliaSetsAreTooDeepWhereDoublesEnd) {
    constexpr ImageSize image{1000, 1000};
    const PlanePoint c{-0.8, 0.156};
    EXPECT_FALSE(too_deep({{-0.75, 0.1}, 2e-12, c}, image));
    EXPECT_TRUE(too_deep({{-0.75, 0.1}, 5e-13, c}, image));
    EXPECT_FALSE(too_deep({{0, 0}, 1e-300, c}, image)) << "doubles are dense around 0";
    EXPECT_TRUE(too_deep({{0, 0}, Length(1e-300) / 2, c}, image));
    EXPECT_FALSE(too_deep({{-0.75, 0.1}, 5e-13}, image));
    EXPECT_FALSE(too_deep({{-0.75, 0.1}, limits::min_height}, image));
    EXPECT_TRUE(too_deep({{-0.75, 0.1}, limits::min_height / 2}, image));
}

TEST(SuitedTest, EachDepthHasTheFastestPrecisionThatSeparatesPixels) {
    constexpr ImageSize image{1000, 1000};
    const auto at = [&](Length height) { return suited_precision({{-0.75, 0.1}, height}, image); };
    EXPECT_EQ(at(2), Precision::f32);
    EXPECT_EQ(at(2e-12), Precision::f64);
    EXPECT_EQ(at(5e-13), Precision::deltas);
    EXPECT_EQ(at(1e-288), Precision::deltas);
    EXPECT_EQ(at(1e-290), Precision::scaled);
    EXPECT_EQ(at(limits::min_height), Precision::scaled);
    EXPECT_EQ(suited_precision({{0, 0}, 1e-299}, image), Precision::f64)
        << "doubles are dense there";
    EXPECT_EQ(suited_precision({{0, 0}, Length(1e-300) / 2}, image), Precision::scaled);
    EXPECT_EQ(suited_precision({{-0.75, 0.1}, 5e-13, PlanePoint{-0.8, 0.156}}, image),
              Precision::f64);
}

TEST(SuitedTest, ACentreNeedsThreeDigitsMoreThanTheHeightBeginsWith) {
    EXPECT_EQ(needed_decimals(1e6), 0);
    EXPECT_EQ(needed_decimals(2), 3);
    EXPECT_EQ(needed_decimals(2e-50), 53);
    EXPECT_EQ(needed_decimals(limits::min_height), 100'003);
    EXPECT_EQ(why_too_few_digits({{-0.75, 0.1}, 1e-9}), std::nullopt) << "as ever, with doubles";
    EXPECT_EQ(why_too_few_digits(deep_view(50)), std::nullopt);
    View view = deep_view(50);
    view.height = 2.5e-90;
    EXPECT_EQ(why_too_few_digits(view),
              "the centre has 57 digits after the point, but a height of 2.5e-90 needs 93");
}

// Binary fractions are meant; what was cut off somewhere is hardly ever one.
TEST(SuitedTest, ExactCentresNeedNoMoreDigits) {
    const auto is_told = [](double re, double im) {
        return why_too_few_digits({{re, im}, 1e-40}).has_value();
    };
    for (const double exact : {-2.0, 0.0, 0.25, -0.75, -1.25, 0.375, -1.9375})
        EXPECT_FALSE(is_told(exact, 0)) << exact;
    EXPECT_FALSE(is_told(0, 1));
    for (const double cut : {-1.76, 0.2500123, -1.754, -1.75487766624669})
        EXPECT_TRUE(is_told(cut, 0)) << cut;
    EXPECT_TRUE(is_told(-0.75, 0.1));
    const auto longer = parse_coordinate("-0.750000000000000000001");
    EXPECT_TRUE(why_too_few_digits({{*longer, 0}, 1e-40}).has_value());
}

TEST(SuitedTest, APictureOfPixelsThatDoublesConfuseIsToldOf) {
    FrameRequest request;
    request.image = {1000, 1000};
    request.view = {{-0.75, 0.1}, 1e-50};
    EXPECT_EQ(why_indistinct(request), std::nullopt) << "auto takes deltas";
    for (const Precision precision : {Precision::f32, Precision::f64}) {
        request.precision = precision;
        EXPECT_EQ(why_indistinct(request),
                  "at a height of 1e-50 many pixels are the same point in double precision, so the "
                  "picture shows nothing of it; leave the precision at auto");
    }
    request.precision = Precision::deltas;
    EXPECT_EQ(why_indistinct(request), std::nullopt);
    request.precision.reset();
    request.view.julia = PlanePoint{-0.8, 0.156};
    EXPECT_EQ(why_indistinct(request),
              "at a height of 1e-50 many pixels are the same point in double precision, so the "
              "picture shows nothing of it; Julia sets have no deeper zoom");
    request.view.height = 2e-12;
    EXPECT_EQ(why_indistinct(request), std::nullopt);
}

}  // namespace
}  // namespace mariani
