// Mouse and keys over a picture of a part of the unit square.
#include "app/explore/view_navigation.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class PartNavigationTest : public testing::Test {
  protected:
    PartView view() { return {x, y, height, 0.01, 4}; }
    PartPoint under(const PixelPoint& at) { return point_under(view(), picture, at); }
    void act(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
        navigation.act_on(view(), picture, event, mouse);
    }

    const ImageSize picture{200, 100};
    double x = 0.5, y = 0.5, height = 1;
    PartNavigation navigation;
};

TEST_F(PartNavigationTest, APixelHasAPointOfThePlane) {
    EXPECT_EQ(under({100, 50}).x, 0.5);
    EXPECT_EQ(under({150, 50}).x, 1);
    EXPECT_EQ(under({100, 0}).y, 1);
    EXPECT_EQ(under({100, 100}).y, 0);
}

TEST_F(PartNavigationTest, TheWheelKeepsWhatIsUnderTheMouse) {
    const PixelPoint mouse{120, 30};
    const PartPoint before = under(mouse);
    act(input::Scroll{0, 3}, mouse);
    EXPECT_DOUBLE_EQ(height, 0.421875);
    EXPECT_NEAR(under(mouse).x, before.x, 1e-12);
    EXPECT_NEAR(under(mouse).y, before.y, 1e-12);
    act(input::Scroll{0, 100}, mouse);
    EXPECT_EQ(height, 0.01);
    act(input::Scroll{0, -100}, mouse);
    EXPECT_EQ(height, 4);
    act(input::Scroll{0, 3}, std::nullopt);
    EXPECT_EQ(height, 4) << "beside the picture";
}

TEST_F(PartNavigationTest, DraggingMovesTheViewWithTheMouse) {
    height = 0.5;
    act(input::MouseMove{}, PixelPoint{50, 50});
    EXPECT_EQ(x, 0.5) << "no button is held";
    act(input::MouseButton{Button::left, true}, PixelPoint{50, 50});
    EXPECT_TRUE(navigation.dragging());
    act(input::MouseMove{}, PixelPoint{70, 40});
    EXPECT_DOUBLE_EQ(x, 0.4);
    EXPECT_DOUBLE_EQ(y, 0.45);
    act(input::MouseButton{Button::left, false}, PixelPoint{70, 40});
    act(input::MouseMove{}, PixelPoint{0, 0});
    EXPECT_DOUBLE_EQ(x, 0.4);
    EXPECT_FALSE(navigation.dragging());
}

TEST_F(PartNavigationTest, CommandsZoomPanAndLeadHome) {
    EXPECT_TRUE(navigation.take(view(), picture, command::ZoomBy{0.5}));
    EXPECT_EQ(height, 0.5);
    EXPECT_EQ(x, 0.5);
    EXPECT_TRUE(navigation.take(view(), picture, command::PanBy{0.1, -0.2}));
    EXPECT_DOUBLE_EQ(x, 0.55);
    EXPECT_DOUBLE_EQ(y, 0.4);
    EXPECT_TRUE(navigation.take(view(), picture, command::PanBy{9, 0}));
    EXPECT_EQ(x, 1) << "the centre stays in the square";
    EXPECT_TRUE(navigation.take(view(), picture, Action::home_view));
    EXPECT_EQ(x, 0.5);
    EXPECT_EQ(y, 0.5);
    EXPECT_EQ(height, 1);
    EXPECT_FALSE(navigation.take(view(), picture, Action::toggle_grid));
}

}  // namespace
}  // namespace mariani::app
