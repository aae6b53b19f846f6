#include "app/explore/input_replay.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

bool always(Awaited) {
    return true;
}

Playback playing(const char* events) {
    return {"a.json", parse_replay(events)};
}

// What it gives turn by turn, a second each, until it is over.
std::vector<InputEvent> all_of(Playback& playback) {
    std::vector<InputEvent> given;
    for (int turn = 0; turn < 100 && !playback.over(); ++turn)
        for (auto& event : playback.take({}, 1, always)) given.push_back(std::move(event));
    return given;
}

TEST(Playback, GivesItsEventsAndIsOver) {
    auto playback = playing(R"([{"event": "scroll", "y": 1}, {"event": "scroll", "y": 2}])");
    EXPECT_EQ(playback.progress(), 0);
    EXPECT_EQ(playback.take({}, 1, always).size(), 1u);
    EXPECT_EQ(playback.progress(), 0.5);
    EXPECT_FALSE(playback.over());
    EXPECT_EQ(all_of(playback).size(), 1u);
    EXPECT_TRUE(playback.over());
    EXPECT_FALSE(playback.interrupted());
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_TRUE(playback.take({}, 1, always).empty());
}

TEST(Playback, OneWithoutEventsIsOverAtOnce) {
    auto playback = playing("[]");
    EXPECT_EQ(playback.progress(), 1);
    EXPECT_TRUE(all_of(playback).empty());
    EXPECT_TRUE(playback.over());
}

TEST(Playback, QuittingOnlyEndsIt) {
    for (const char* quit : {R"([{"event": "quit"}, {"event": "scroll", "y": 1}])",
                             R"([{"event": "command", "command": "quit"}])",
                             R"([{"event": "key", "key": "Q", "mods": ["ctrl"]}])"}) {
        auto playback = playing(quit);
        EXPECT_TRUE(all_of(playback).empty()) << quit;
        EXPECT_TRUE(playback.over()) << quit;
    }
}

TEST(Playback, TheMouseMayMoveButWhatIsPressedTurnedOrDroppedInterrupts) {
    const char* events = R"([{"event": "scroll", "y": 1}, {"event": "scroll", "y": 2}])";
    for (const InputEvent& live : std::vector<InputEvent>{
             input::Key{key::escape, true}, input::MouseButton{Button::left, true},
             input::Scroll{0, 1}, input::Drop{{"/a.png"}}}) {
        auto playback = playing(events);
        EXPECT_TRUE(playback.take({live}, 1, always).empty()) << "neither is acted on";
        EXPECT_TRUE(playback.over() && playback.interrupted());
    }
    auto playback = playing(events);
    EXPECT_EQ(playback
                  .take({input::MouseMove{1, 2}, input::Key{key::escape, false},
                         input::MouseButton{Button::left, false}},
                        1, always)
                  .size(),
              1u);
    EXPECT_FALSE(playback.over());
}

// Another button than the one that was let go.
TEST(Playback, AButtonThatIsStillHeldIsReleasedToo) {
    auto playback = playing(R"([{"event": "button", "button": "left", "action": "press"},
                                {"event": "button", "button": "right", "action": "press"},
                                {"event": "button", "button": "right", "action": "release"},
                                {"event": "scroll", "y": 1}])");
    for (int turn = 0; turn < 4; ++turn) playback.take({}, 1, always);
    const auto releases = playback.take({input::Key{key::escape, true}}, 1, always);
    ASSERT_EQ(releases.size(), 1U);
    EXPECT_EQ(std::get<input::MouseButton>(releases[0]).button, Button::left);
}

TEST(Playback, WhatItHoldsDownIsReleased) {
    auto playback = playing(R"([{"event": "button", "button": "right", "action": "press"},
                                {"event": "key", "key": "G"},
                                {"event": "key", "key": "Left shift", "action": "press"},
                                {"event": "scroll", "y": 1}])");
    for (int turn = 0; turn < 4; ++turn) playback.take({}, 1, always);
    const auto releases = playback.take({input::Key{key::escape, true}}, 1, always);
    ASSERT_EQ(releases.size(), 2u);
    const auto& button = std::get<input::MouseButton>(releases[0]);
    EXPECT_TRUE(button.button == Button::right && !button.pressed);
    const auto& shift = std::get<input::Key>(releases[1]);
    EXPECT_TRUE(shift.key == key::left_shift && !shift.pressed);
}

}  // namespace
}  // namespace mariani::app
