#include "app/explore/navigator.hpp"
#include "app/explore/view_navigation.hpp"
#include "tests/model/many_digits.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize animated_picture{1000, 600};
constexpr double frame = 1.0 / 60;

TEST(ViewAnimation, ArrivesExactlyAndSoon) {
    View shown;
    const View target{{-0.7, 0.1}, 0.5};
    double seconds = 0;
    while (shown != target && seconds < 5) {
        shown = approached(shown, target, frame);
        seconds += frame;
    }
    EXPECT_EQ(shown, target);
    EXPECT_LT(seconds, 1);
}

TEST(ViewAnimation, NeverTurnsBack) {
    View shown;
    const View target{{-0.5, 0.0}, 0.01};
    while (shown != target) {
        const View next = approached(shown, target, frame);
        ASSERT_LT(next.height, shown.height);
        ASSERT_GE(next.height, target.height);
        shown = next;
    }
}

TEST(ViewAnimation, KeepsThePointUnderTheCursorAllTheWay) {
    View shown;
    const PixelPoint cursor{777, 99};
    const PlanePoint under = point_at(shown, animated_picture, cursor.x, cursor.y);
    const View target = *zoomed_at(shown, animated_picture, cursor, 0.1);
    while (shown != target) {
        const auto pixel = pixel_of(shown, animated_picture, under);
        ASSERT_NEAR(pixel.x, cursor.x, 0.5);
        ASSERT_NEAR(pixel.y, cursor.y, 0.5);
        shown = approached(shown, target, frame);
    }
}

TEST(ViewAnimation, DoesNotDependOnTheDisplaysRate) {
    const View from;
    const View to{{-0.6, 0.2}, 0.3};
    const View once = approached(from, to, 0.04);
    View twice = approached(approached(from, to, 0.02), to, 0.02);
    EXPECT_NEAR((once.height - twice.height).nearest(), 0, 1e-12);
    EXPECT_NEAR((once.centre.re - twice.centre.re).nearest(), 0, 1e-12);
}

TEST(ViewAnimation, JumpsToFarAwayPlaces) {
    EXPECT_TRUE(worth_animating(View{}, {{-0.7, 0.1}, 0.5}, animated_picture));
    EXPECT_FALSE(worth_animating(View{}, {{-0.7, 0.1}, 1e-9}, animated_picture));
    EXPECT_FALSE(worth_animating({{0, 0}, 0.01}, {{1, 0}, 0.01}, animated_picture));
    EXPECT_FALSE(worth_animating(View{}, {{-0.7, 0.1}, 0.5}, {0, 0}));
}

TEST(ViewAnimation, ArrivesAtAnyDepth) {
    for (const int decades : {30, 307, 5000}) {
        const View target = deep_view(decades);
        View shown = shifted(target, 0.5, -0.25);
        shown.height = shown.height * 3;
        EXPECT_TRUE(worth_animating(shown, target, animated_picture));
        int frames = 0;
        for (; shown != target; ++frames) {
            const View next = approached(shown, target, frame);
            ASSERT_TRUE(next.height <= shown.height && next.height >= target.height);
            ASSERT_LT(frames, 120);
            shown = next;
        }
        EXPECT_GT(frames, 5);
    }
    EXPECT_FALSE(worth_animating(View{}, deep_view(5000), animated_picture));
    EXPECT_FALSE(worth_animating(deep_view(5000), View{}, animated_picture));
}

}  // namespace
}  // namespace mariani::app
