// The window's store: what is on screen against what was asked for, its messages, and rest.
#include "app/window/window_state.hpp"

#include "compute/service/resolve.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class WindowStateTest : public testing::Test {
  protected:
    WindowStateTest() {
        state_.seen.picture = {320, 200};
        state_.seen.hardware.cuda_unavailable = "there is no GPU";
    }

    void show_what_is_wanted() {
        auto frame = std::make_shared<PreparedFrame>();
        const FrameRequest wanted = state_.wanted_request();
        frame->frame.plan = resolve(wanted, state_.seen.hardware, {}).plan;
        state_.shown = ShownFrame{wanted, 1, std::move(frame)};
    }
    void rest() {
        while (!state_.at_rest()) state_.conclude_turn();
    }
    void fail(const char* step, const char* why) {
        state_.attempt_each_turn(step, [&] { throw std::runtime_error(why); });
    }

    WindowState state_{Settings{}, {}};
};

TEST_F(WindowStateTest, IsUpToDateWhileWhatIsOnScreenIsWhatIsAskedFor) {
    EXPECT_FALSE(state_.up_to_date());
    show_what_is_wanted();
    EXPECT_TRUE(state_.up_to_date());
    state_.settings.engine.dwell_limit *= 2;
    EXPECT_FALSE(state_.up_to_date());
}

TEST_F(WindowStateTest, TheGridAsksForNoNewFrameWhereThereAreRegions) {
    show_what_is_wanted();
    for (const bool shown : {true, false}) {
        state_.settings.overlay.shown = shown;
        EXPECT_TRUE(state_.up_to_date());
    }
    state_.panels.replay.play();
    EXPECT_TRUE(state_.up_to_date());
}

TEST_F(WindowStateTest, OverAFrameWithoutRegionsTheGridAsksForOneThatHasThem) {
    auto frame = std::make_shared<PreparedFrame>();
    frame->frame.plan.engine = EngineKind::ex;
    state_.shown = ShownFrame{state_.wanted_request(), 1, std::move(frame)};
    EXPECT_TRUE(state_.up_to_date());
    state_.settings.overlay.shown = true;
    EXPECT_FALSE(state_.up_to_date());
    EXPECT_TRUE(state_.wanted_request().subdivide);
    show_what_is_wanted();
    EXPECT_TRUE(state_.up_to_date());
    state_.settings.overlay.shown = false;
    EXPECT_TRUE(state_.up_to_date()) << "the same dwells are on screen";
}

TEST_F(WindowStateTest, OverEqualRegionsOfAGpuTheGridAsksForATree) {
    state_.seen.hardware.cuda_unavailable.reset();
    state_.seen.picture = {1440, 780};
    show_what_is_wanted();
    EXPECT_EQ(state_.shown->frame->frame.plan.subdivision, (SubdivisionParams{64, 2, 16}));
    state_.settings.overlay.shown = true;
    EXPECT_FALSE(state_.up_to_date());
    show_what_is_wanted();
    EXPECT_EQ(state_.shown->frame->frame.plan.subdivision, (SubdivisionParams{8, 2, 16}));
    EXPECT_TRUE(state_.up_to_date());
    state_.settings.overlay.shown = false;
    EXPECT_TRUE(state_.up_to_date()) << "the same dwells are on screen";
}

TEST_F(WindowStateTest, AFilmOfTheReplayAsksForAFrameThatHasRegions) {
    auto frame = std::make_shared<PreparedFrame>();
    frame->frame.plan.engine = EngineKind::ex;
    state_.shown = ShownFrame{state_.wanted_request(), 1, std::move(frame)};
    state_.film_wanted = "/tmp/film.webp";
    EXPECT_FALSE(state_.up_to_date());
    EXPECT_TRUE(state_.wanted_request().subdivide);
    state_.settings.engine.engine = EngineKind::ex;
    EXPECT_FALSE(state_.wanted_request().subdivide) << "Ex was asked for";
}

TEST_F(WindowStateTest, WhereExIsAskedForTheGridAsksForNothing) {
    state_.settings.engine.engine = EngineKind::ex;
    auto frame = std::make_shared<PreparedFrame>();
    frame->frame.plan.engine = EngineKind::ex;
    state_.shown = ShownFrame{state_.wanted_request(), 1, std::move(frame)};
    state_.settings.overlay.shown = true;
    EXPECT_TRUE(state_.up_to_date());
    state_.panels.replay.play();
    EXPECT_TRUE(state_.up_to_date());
}

TEST_F(WindowStateTest, OnlyDwellsAreTinted) {
    state_.settings.overlay.tint = 0.5f;
    EXPECT_EQ(state_.drawn_overlay().tint, 0.5f);
    for (const auto shown :
         {render::Quantity::work, render::Quantity::level, render::Quantity::outcome}) {
        state_.settings.colouring.shown = shown;
        EXPECT_EQ(state_.drawn_overlay().tint, 0) << "the legend's colours are those on the screen";
    }
}

TEST_F(WindowStateTest, TheMouseFindsRegionsWhereTheyAreSeen) {
    state_.settings.overlay.levels = 1;
    EXPECT_FALSE(state_.sought_regions().shown);
    state_.settings.colouring.shown = render::Quantity::level;
    EXPECT_TRUE(state_.sought_regions().shown);
    EXPECT_EQ(state_.sought_regions().levels, ~0u) << "those of the picture, not of a hidden grid";
    state_.settings.overlay.shown = true;
    EXPECT_EQ(state_.sought_regions().levels, 1u);
}

TEST_F(WindowStateTest, ExperimentsAreMadeWithWhatWasChosenForThePictureOnScreen) {
    EXPECT_EQ(state_.subject_request(), state_.wanted_request());
    auto frame = std::make_shared<PreparedFrame>();
    frame->frame.plan.scheme = Scheme::mbr;
    frame->frame.plan.subdivision = {8, 4, 16};
    state_.shown = ShownFrame{state_.wanted_request(), 1, std::move(frame)};
    const FrameRequest subject = state_.subject_request();
    EXPECT_EQ(subject.scheme, Scheme::mbr);
    EXPECT_EQ(subject.g, 8);
    EXPECT_EQ(subject.r, 4);
    EXPECT_EQ(subject.B, 16);
    EXPECT_EQ(subject.engine, state_.wanted_request().engine);
    state_.settings.engine.dwell_limit *= 2;
    EXPECT_EQ(state_.subject_request(), state_.wanted_request());
}

TEST_F(WindowStateTest, WhatFailsTurnAfterTurnIsToldOnce) {
    fail("picture", "no memory");
    state_.seen.messages.clear();  // dismissed
    fail("picture", "no memory");
    EXPECT_TRUE(state_.seen.messages.empty());
    fail("overlay", "no memory");  // another step
    EXPECT_EQ(state_.seen.messages.size(), 1u);
    state_.seen.messages.clear();
    state_.attempt_each_turn("picture", [] {});
    fail("picture", "no memory");  // after a turn that went well
    ASSERT_EQ(state_.seen.messages.size(), 1u);
    EXPECT_EQ(state_.seen.messages[0].text, "no memory");
    EXPECT_EQ(state_.seen.messages[0].kind, Message::Kind::error);
}

TEST_F(WindowStateTest, WhatACommandSaidGoesWhenItIsGivenAgain) {
    const auto texts = [&] {
        std::vector<std::string> seen;
        for (const Message& message : state_.seen.messages) seen.push_back(message.text);
        return seen;
    };
    using Texts = std::vector<std::string>;
    state_.note_command(1, 0, "no place");
    state_.note_command(2, 0, "no file");
    state_.notify(Message::Kind::error, "no memory");
    double begun = state_.seconds();
    while (state_.seconds() == begun) continue;
    begun = state_.seconds();
    state_.note_command(3, begun, std::nullopt);
    EXPECT_EQ(texts(), (Texts{"no place", "no file", "no memory"}));
    state_.note_command(1, begun, std::nullopt);
    EXPECT_EQ(texts(), (Texts{"no file", "no memory"}));
    state_.note_command(2, begun, "another file");
    EXPECT_EQ(texts(), (Texts{"no memory", "another file"}));
    state_.note_command(2, begun, std::nullopt);
    EXPECT_EQ(texts(), (Texts{"no memory", "another file"})) << "of one drop of two files";
}

TEST_F(WindowStateTest, ComesToRestSomeTurnsAfterTheLastChange) {
    EXPECT_FALSE(state_.at_rest());
    rest();
    state_.conclude_turn();
    EXPECT_TRUE(state_.at_rest());
    state_.settings.panel_shown = !state_.settings.panel_shown;
    state_.conclude_turn();
    EXPECT_FALSE(state_.at_rest());
    rest();
    state_.commands.push_back(Action::toggle_help);
    state_.conclude_turn();
    EXPECT_FALSE(state_.at_rest());
    state_.commands.clear();
    rest();
    state_.request_redraw();
    EXPECT_FALSE(state_.at_rest());
}

}  // namespace
}  // namespace mariani::app
