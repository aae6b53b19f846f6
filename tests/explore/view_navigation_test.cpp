#include "app/explore/view_navigation.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "tests/model/many_digits.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize navigated_picture{1000, 600};

void expect_near(PlanePoint a, PlanePoint b, double tolerance) {
    EXPECT_NEAR((a.re - b.re).nearest(), 0, tolerance);
    EXPECT_NEAR((a.im - b.im).nearest(), 0, tolerance);
}

class ZoomAt : public testing::TestWithParam<double> {};

TEST_P(ZoomAt, KeepsThePointUnderTheCursor) {
    const View view{{-0.7453, 0.1127}, 0.0065};
    for (const PixelPoint cursor : {PixelPoint{0, 0}, PixelPoint{123.5, 456}, PixelPoint{999, 1}}) {
        const auto zoomed = zoomed_at(view, navigated_picture, cursor, GetParam());
        ASSERT_TRUE(zoomed);
        EXPECT_DOUBLE_EQ(zoomed->height / view.height, GetParam());
        expect_near(point_at(*zoomed, navigated_picture, cursor.x, cursor.y),
                    point_at(view, navigated_picture, cursor.x, cursor.y),
                    1e-3 * pitch(*zoomed, navigated_picture).nearest());
    }
}
INSTANTIATE_TEST_SUITE_P(InAndOut, ZoomAt, testing::Values(0.5, 0.8, 1.25, 3.0));

TEST(Navigation, ZoomingIntoAJuliaSetStopsWhereDoublesEndAndZoomingOutAlwaysWorks) {
    View view;
    view.julia = PlanePoint{-0.8, 0.156};
    int notches = 0;
    while (const auto nearer = zoomed_at(view, navigated_picture, {200, 300}, 0.5)) {
        view = *nearer;
        ASSERT_LT(++notches, 200);
    }
    EXPECT_FALSE(double_exhausted(view, navigated_picture));
    EXPECT_LT(view.height, 1e-10);
    const View exhausted{view.centre, 1e-20, view.julia};
    ASSERT_TRUE(double_exhausted(exhausted, navigated_picture));
    EXPECT_FALSE(zoomed_at(exhausted, navigated_picture, {200, 300}, 0.5));
    const auto out = zoomed_at(exhausted, navigated_picture, {200, 300}, 2);
    ASSERT_TRUE(out);
    EXPECT_DOUBLE_EQ(out->height / exhausted.height, 2);
}

TEST(Navigation, HomeShowsTheWholeSetInAnyWindow) {
    for (const ImageSize window : {ImageSize{1440, 900}, {970, 900}, {400, 1000}, {3000, 300}}) {
        const View home = home_view(window);
        for (const PlanePoint& edge :
             {PlanePoint{-2.0, 0.0}, {0.472, 0.355}, {-0.123, 1.123}, {-0.123, -1.123}}) {
            const PixelPoint at = pixel_of(home, window, edge);
            EXPECT_TRUE(at.x > 0 && at.x < window.width) << window.width << "x" << window.height;
            EXPECT_TRUE(at.y > 0 && at.y < window.height) << window.width << "x" << window.height;
        }
        EXPECT_LT(home.height * std::min(1.0, double(window.width) / window.height), 2.8)
            << "and not from afar";
    }
}

TEST(Navigation, HomeShowsAWholeJuliaSetInAnyWindow) {
    const PlanePoint dendrite{0, 1};
    for (const ImageSize size : {ImageSize{1600, 400}, {400, 1600}, {500, 500}}) {
        const View home = home_view(size, dendrite);
        EXPECT_EQ(home.julia, dendrite);
        EXPECT_EQ(home.centre, (PlanePoint{0, 0}));
        const auto corner = mariani::point_at(home, size, 0, 0);
        EXPECT_LE((corner.re - Coordinate(0)).nearest(), -1.79);
        EXPECT_GE((corner.im - Coordinate(0)).nearest(), 1.79);
    }
}

TEST(Navigation, NoMoveLeavesTheSet) {
    const View view{{0.2, 0.1}, 0.5, PlanePoint{-0.8, 0.156}};
    EXPECT_EQ(zoomed_at(view, navigated_picture, {100, 50}, 0.8)->julia, view.julia);
    EXPECT_EQ(panned(view, navigated_picture, {0, 0}, {9, 9}).julia, view.julia);
    EXPECT_EQ(shifted(view, 1, 1).julia, view.julia);
    EXPECT_EQ(zoomed_to_box(view, navigated_picture, {10, 10}, {90, 90})->julia, view.julia);
    EXPECT_EQ(centred_and_zoomed(view, navigated_picture, {10, 10})->julia, view.julia);
}

TEST(Navigation, TheNearestAllowedJuliaSetHasACWithinTwo) {
    const View view = clamped({{0, 0}, 3, PlanePoint{30, -40}});
    EXPECT_EQ(why_invalid(view), std::nullopt);
    EXPECT_NEAR((view.julia->re - Coordinate(0)).nearest(), 1.2, 1e-12);
    EXPECT_NEAR((view.julia->im - Coordinate(0)).nearest(), -1.6, 1e-12);
}

TEST(Navigation, StaysWithinTheLimits) {
    View view;
    for (int i = 0; i < 200; ++i) view = *zoomed_at(view, navigated_picture, {0, 0}, 2);
    EXPECT_EQ(why_invalid(view), std::nullopt);
    EXPECT_EQ(view.height, limits::max_height);
    for (int i = 0; i < 200; ++i) view = shifted(view, 1, -1);
    EXPECT_EQ(why_invalid(view), std::nullopt);
    EXPECT_EQ(view.centre.re, limits::max_coordinate);
    EXPECT_EQ(view.centre.im, -limits::max_coordinate);
}

TEST(Navigation, ADragMovesThePointAlong) {
    const View view{{0.3, -0.2}, 1.5};
    const View moved = panned(view, navigated_picture, {100, 100}, {250, 40});
    expect_near(point_at(moved, navigated_picture, 250, 40),
                point_at(view, navigated_picture, 100, 100), 1e-15);
    EXPECT_EQ(moved.height, view.height);
}

TEST(Navigation, KeysMoveTheViewRightAndUp) {
    const View view{{0, 0}, 2};
    EXPECT_EQ(shifted(view, 0.25, 0), (View{{0.5, 0}, 2}));
    EXPECT_EQ(shifted(view, 0, 0.25), (View{{0, 0.5}, 2}));
}

TEST(Navigation, AZoomBoxIsWhollyShown) {
    const View view{{-0.5, 0}, 2};
    const PixelPoint a{100, 50};
    for (const PixelPoint b : {PixelPoint{400, 100}, PixelPoint{150, 350}, PixelPoint{20, 10}}) {
        const auto box = zoomed_to_box(view, navigated_picture, a, b);
        ASSERT_TRUE(box);
        const auto corner =
            pixel_of(*box, navigated_picture, point_at(view, navigated_picture, a.x, a.y));
        const auto opposite =
            pixel_of(*box, navigated_picture, point_at(view, navigated_picture, b.x, b.y));
        for (const auto p : {corner, opposite}) {
            EXPECT_GE(p.x, -1e-6);
            EXPECT_GE(p.y, -1e-6);
            EXPECT_LE(p.x, navigated_picture.width + 1e-6);
            EXPECT_LE(p.y, navigated_picture.height + 1e-6);
        }
        // It touches both edges in one direction and is centred in the other.
        EXPECT_NEAR(corner.x + opposite.x, navigated_picture.width, 1e-6);
        EXPECT_NEAR(corner.y + opposite.y, navigated_picture.height, 1e-6);
        const double fill = std::max(std::abs(corner.x - opposite.x) / navigated_picture.width,
                                     std::abs(corner.y - opposite.y) / navigated_picture.height);
        EXPECT_NEAR(fill, 1, 1e-9);
    }
}

TEST(Navigation, AHandTremblingIsAClick) {
    EXPECT_TRUE(is_click({100, 100}, {102, 99}));
    EXPECT_FALSE(is_click({100, 100}, {104, 100}));
}

TEST(Navigation, ADoubleClickCentresAndZooms) {
    const View view{{-0.5, 0}, 2};
    const auto zoomed = centred_and_zoomed(view, navigated_picture, {200, 150});
    ASSERT_TRUE(zoomed);
    expect_near(zoomed->centre, point_at(view, navigated_picture, 200, 150), 1e-15);
    EXPECT_EQ(zoomed->height, 1);
}

TEST(Navigation, FindsThePixelOfAPoint) {
    const View view{{-0.5, 0.25}, 2};
    const auto point = point_at(view, navigated_picture, 321, 123);
    const auto pixel = pixel_of(view, navigated_picture, point);
    EXPECT_NEAR(pixel.x, 321, 1e-9);
    EXPECT_NEAR(pixel.y, 123, 1e-9);
}

// How far apart two points are, in pixels of a view.
double pixels_apart(const PlanePoint& a, const PlanePoint& b, const View& view) {
    const Length pixel = pitch(view, navigated_picture);
    return std::max(std::abs((a.re - b.re) / pixel), std::abs((a.im - b.im) / pixel));
}

class DeepNavigation : public testing::TestWithParam<int> {
  protected:
    const View view_ = deep_view(GetParam());
};

TEST_P(DeepNavigation, ADragMovesThePointAlongAndBack) {
    const View moved = panned(view_, navigated_picture, {100, 100}, {250, 40});
    const View back = panned(moved, navigated_picture, {250, 40}, {100, 100});
    EXPECT_LT(pixels_apart(point_at(moved, navigated_picture, 250, 40),
                           point_at(view_, navigated_picture, 100, 100), view_),
              1e-4);
    EXPECT_LT(pixels_apart(back.centre, view_.centre, view_), 1e-4);
    EXPECT_FALSE(moved.centre == view_.centre);
}

TEST_P(DeepNavigation, ZoomingOutKeepsThePointUnderTheCursor) {
    const PixelPoint cursor{123.5, 456};
    const auto out = zoomed_at(view_, navigated_picture, cursor, 1.25);
    ASSERT_TRUE(out);
    EXPECT_NEAR(out->height / view_.height, 1.25, 1e-12);
    EXPECT_LT(pixels_apart(point_at(*out, navigated_picture, cursor.x, cursor.y),
                           point_at(view_, navigated_picture, cursor.x, cursor.y), view_),
              1e-4);
}

TEST_P(DeepNavigation, FindsThePixelOfAPoint) {
    const PixelPoint pixel =
        pixel_of(view_, navigated_picture, point_at(view_, navigated_picture, 321.5, 123.5));
    EXPECT_NEAR(pixel.x, 321.5, 1e-4);
    EXPECT_NEAR(pixel.y, 123.5, 1e-4);
}

TEST_P(DeepNavigation, KeysMoveByPartsOfTheHeight) {
    const View moved = shifted(view_, 0.25, -0.5);
    EXPECT_NEAR((moved.centre.re - view_.centre.re) / view_.height, 0.25, 1e-8);
    EXPECT_NEAR((moved.centre.im - view_.centre.im) / view_.height, -0.5, 1e-8);
}

TEST_P(DeepNavigation, NoDigitsGatherThatTheHeightDoesNotNeed) {
    View view = view_;
    for (int i = 0; i < 50; ++i) view = panned(view, navigated_picture, {0, 0}, {17, 3});
    EXPECT_LE(view.centre.re.decimals(), needed_decimals(view.height) + 8);
}
INSTANTIATE_TEST_SUITE_P(Decades, DeepNavigation,
                         testing::Values(16, 30, 299, 308, 320, 5000, 99'990));

TEST(Navigation, TheWheelLeadsFromHomeToTheLeastHeightAndBack) {
    const View home = home_view(navigated_picture);
    const PlanePoint goal{0, 0};
    const PixelPoint cursor = pixel_of(home, navigated_picture, goal);
    View view = home;
    while (view.height / 1e60 > limits::min_height) {
        const auto nearer = zoomed(view, navigated_picture, goal, cursor, 1e-60);
        ASSERT_TRUE(nearer) << to_text(view);
        view = *nearer;
        EXPECT_NEAR(pixel_of(view, navigated_picture, goal).x, cursor.x, 1e-4);
    }
    EXPECT_EQ(zoomed(view, navigated_picture, goal, cursor, 1e-120)->height, limits::min_height);
    view.height = limits::min_height;
    while (view.height < home.height) {
        view = zoomed(view, navigated_picture, goal, cursor, 1e100).value();
        EXPECT_NEAR(pixel_of(view, navigated_picture, goal).x, cursor.x, 1e-4);
    }
}

TEST(Navigation, ViewsStopAtTheLeastHeight) {
    const View view = clamped(moved(deep_view(1000), {0, 0}, limits::min_height / 7));
    EXPECT_EQ(view.height, limits::min_height);
    EXPECT_EQ(why_invalid(view), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
