// How long the opening's card stays, by the window's clock.
#include "app/window/guided_tour.hpp"
#include "compute/service/resolve.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr input::MouseButton click{Button::left, true};

class OpeningStayTest : public testing::Test {
  protected:
    OpeningStayTest() {
        state_.seen.picture = {320, 200};
        state_.seen.hardware.cuda_unavailable = "there is no GPU";
        state_.settings.view = home_view(state_.seen.picture);
        auto frame = std::make_shared<PreparedFrame>();
        const FrameRequest wanted = state_.wanted_request();
        frame->frame.plan = resolve(wanted, state_.seen.hardware, {}).plan;
        state_.shown = ShownFrame{wanted, 1, std::move(frame)};
        opening_.begin();
        turn_at(10, {}, {});
    }

    void turn_at(double now, const std::vector<InputEvent>& input,
                 std::optional<PixelPoint> over_picture) {
        state_.seen.now = now;
        opening_.interrupt(input, std::vector(input.size(), over_picture));
        opening_.advance();
    }
    bool shown() const { return state_.seen.opening.has_value(); }

    const std::optional<PixelPoint> panel_, picture_ = PixelPoint{100, 50};
    WindowState state_{Settings{}, {}};
    Opening opening_{
        state_, [](const FrameRequest&, std::stop_token) { return std::optional<Frame>(); }, [] {}};
};

TEST_F(OpeningStayTest, WithoutInputTheCardStays) {
    turn_at(500, {input::MouseMove{3, 4}}, picture_);
    turn_at(1000, {}, picture_);
    EXPECT_TRUE(shown());
    EXPECT_FALSE(state_.seen.opening->gone);
}

TEST_F(OpeningStayTest, TwentySecondsAfterTheFirstInputOnThePanelItIsGone) {
    turn_at(100, {click}, panel_);
    ASSERT_TRUE(shown());
    EXPECT_EQ(state_.seen.opening->gone, 120);
    turn_at(110, {click}, panel_);
    turn_at(119.9, {}, picture_);
    EXPECT_TRUE(shown());
    turn_at(120, {}, picture_);
    EXPECT_FALSE(shown());
}

TEST_F(OpeningStayTest, InAPictureOfAnotherSizeItStaysNoLonger) {
    turn_at(100, {click}, panel_);
    state_.seen.opening->pixels += 1;
    turn_at(101, {}, panel_);
    ASSERT_TRUE(shown());
    EXPECT_EQ(state_.seen.opening->gone, 120);
}

TEST_F(OpeningStayTest, InputOnThePictureEndsItAtOnce) {
    for (const InputEvent& event : {InputEvent(click), InputEvent(input::Scroll{0, 1})}) {
        turn_at(100, {event}, picture_);
        EXPECT_FALSE(shown());
        opening_.begin();
        turn_at(101, {}, {});
        ASSERT_TRUE(shown());
    }
    turn_at(102, {input::Key{key::f1, true}}, picture_);
    EXPECT_TRUE(shown()) << "a key is not on the picture, wherever the mouse is";
}

TEST_F(OpeningStayTest, AReplayThatTheUserBeganGoesOnWithoutTheCard) {
    turn_at(100, {click}, panel_);
    EXPECT_FALSE(state_.panels.replay.playing()) << "the opening's own is over";
    state_.panels.replay.play();
    turn_at(120, {}, panel_);
    EXPECT_FALSE(shown());
    EXPECT_TRUE(state_.panels.replay.playing());
}

}  // namespace
}  // namespace mariani::app
