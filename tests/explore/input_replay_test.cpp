#include "app/explore/input_replay.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

std::string error_of(const std::string& json) {
    try {
        parse_replay(json);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

TEST(Replay, ReadsEveryEvent) {
    const auto replay = parse_replay(R"([
        {"time": 0.5, "event": "move", "x": 400, "y": 300.5},
        {"event": "button", "button": "right", "action": "press", "mods": ["shift", "ctrl"]},
        {"event": "scroll", "y": -2},
        {"event": "key", "key": "g", "action": "release"},
        {"event": "text", "text": "4"},
        {"event": "resize", "width": 640, "height": 480},
        {"event": "drop", "paths": ["/tmp/a.png", "b.map"]},
        {"event": "command", "command": "zoom_by", "factor": 0.5},
        {"event": "set", "field": "engine.dwell", "value": 4096},
        {"time": 2, "event": "quit"}
    ])");
    ASSERT_EQ(replay.size(), 10u);
    EXPECT_EQ(replay[0].time, 0.5);
    EXPECT_EQ(replay[8].time, 0.5);
    EXPECT_EQ(replay[9].time, 2);
    EXPECT_EQ(std::get<input::MouseMove>(*replay[0].event).y, 300.5);
    const auto& button = std::get<input::MouseButton>(*replay[1].event);
    EXPECT_EQ(button.button, Button::right);
    EXPECT_TRUE(button.pressed);
    EXPECT_EQ(button.modifiers, modifier::shift | modifier::control);
    EXPECT_EQ(std::get<input::Scroll>(*replay[2].event).y, -2);
    EXPECT_EQ(std::get<input::Key>(*replay[3].event).key, 'G');
    EXPECT_FALSE(std::get<input::Key>(*replay[3].event).pressed);
    EXPECT_EQ(std::get<input::Character>(*replay[4].event).code, '4');
    EXPECT_EQ(std::get<input::Resize>(*replay[5].event).width, 640);
    EXPECT_EQ(std::get<input::Drop>(*replay[6].event).paths.at(1), "b.map");
    const auto& run = std::get<input::Run>(*replay[7].event);
    EXPECT_EQ(std::get<command::ZoomBy>(run.command).factor, 0.5);
    EXPECT_EQ(std::get<input::Set>(*replay[8].event).value, "4096");
    EXPECT_TRUE(std::holds_alternative<input::Quit>(*replay[9].event));
}

TEST(Replay, AClickIsAMovePressAndRelease) {
    const auto replay = parse_replay(R"([{"event": "button", "x": 1, "y": 2}])");
    ASSERT_EQ(replay.size(), 3u);
    EXPECT_TRUE(std::holds_alternative<input::MouseMove>(*replay[0].event));
    EXPECT_TRUE(std::get<input::MouseButton>(*replay[1].event).pressed);
    EXPECT_FALSE(std::get<input::MouseButton>(*replay[2].event).pressed);
}

TEST(Replay, RefusesWhatItDoesNotKnowAndSaysWhichEvent) {
    EXPECT_NE(error_of("{}").find("array"), std::string::npos);
    EXPECT_NE(error_of("[").size(), 0u);
    EXPECT_NE(error_of("[{}, 3]").find("event 2"), std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "dance"}])").find("\"dance\""), std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "key", "key": "NoSuch"}])").find("NoSuch"), std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "button", "button": "third"}])").find("left, right"),
              std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "command", "command": "explode"}])").find("explode"),
              std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "command", "command": "go_to", "re": 1}])").find("go_to"),
              std::string::npos);
    for (const std::string field : {"engine.dwell_limit", "dwell", "engine", "engine.", ""})
        EXPECT_NE(error_of(R"([{"event": "set", "field": ")" + field + R"(", "value": 1}])")
                      .find("no setting \"" + field + '"'),
                  std::string::npos);
    EXPECT_NE(error_of(R"([{"time": 2}, {"time": 1}])").find("event 2"), std::string::npos);
    EXPECT_NE(error_of(R"([{"event": "move", "x": "far"}])").size(), 0u);
    EXPECT_NE(
        error_of(R"([{"wait": "tomorrow"}])")
            .find("there is no state to wait for, \"tomorrow\": it must be one of settled, shown"),
        std::string::npos);
    for (const auto* bad : {"[", "[{}, 3]", R"([{"event": "dance"}])"})
        EXPECT_EQ(error_of(bad).find('\n'), std::string::npos);
}

// Converting such a number to an integer is undefined.
TEST(Replay, RefusesNumbersThatAreNotWholeOrTooLarge) {
    for (const std::string side : {"6e+129", "-1", "2.5", "70000", "18446744073709551615"})
        EXPECT_NE(error_of(R"([{"event": "resize", "height": 1, "width": )" + side + "}]")
                      .find("width is " + side + ": it must be a whole number from 0 to 65535"),
                  std::string::npos)
            << side;
    for (const std::string index : {"6e+129", "-1", "2.5", "18446744073709551615"})
        EXPECT_NE(error_of(R"([{"event": "command", "command": "dismiss_message", "index": )" +
                           index + "}]")
                      .find("index is " + index),
                  std::string::npos)
            << index;
    EXPECT_NE(error_of(R"([{"event": "command", "command": "race", "racers": [],
                              "repeat": 3000000000, "seed": 1, "energy": false}])")
                  .find("repeat is 3000000000"),
              std::string::npos);
}

TEST(Replay, LimitsWhatAnEventAndARecordingMayHold) {
    const auto texts = [](std::size_t count, std::size_t size) {
        std::ostringstream list;
        for (std::size_t i = 0; i < count; ++i)
            list << (i == 0 ? '[' : ',') << R"({"event": "text", "text": ")"
                 << std::string(size, 'x') << "\"}";
        list << ']';
        return list.str();
    };
    EXPECT_EQ(error_of(texts(1, 1000)), "");
    EXPECT_NE(error_of(texts(1, 1001)).find("1000 characters"), std::string::npos);
    EXPECT_NE(error_of(texts(max_events / 1000, 1000)).find("500000 events"), std::string::npos);
}

TEST(Replay, NamesTheFileThatCannotBeRead) {
    try {
        load_replay("/nonexistent/replay.json");
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("/nonexistent/replay.json"), std::string::npos);
    }
}

TEST(Replay, WhatIsRecordedPlaysTheSame) {
    InputRecorder recorder(10);
    recorder.take(input::MouseMove{1.5, 2.25}, 10.5);
    recorder.take(input::MouseButton{Button::middle, true, modifier::shift}, 11);
    recorder.take(input::Scroll{0, -1}, 11);
    recorder.take(input::Key{'Z', true, modifier::control}, 12);
    recorder.take(input::Key{key::left, true, modifier::none, true}, 12);
    recorder.take(input::Character{'x'}, 12);
    recorder.take(input::Resize{300, 200}, 12);
    recorder.take(input::Drop{{"/tmp/\"quoted\".png"}}, 12);
    recorder.take(input::Run{command::GoTo{View{{-0.1, 1e-17}, 1e-9}}}, 13);
    recorder.take(input::Set{"colouring.palette", "\"grey\""}, 13);
    const auto replay = parse_replay(recorder.json());
    ASSERT_EQ(replay.size(), 10u);
    EXPECT_EQ(replay[0].time, 0.5);
    EXPECT_EQ(replay_to_json(replay), recorder.json());
    EXPECT_EQ(std::get<command::GoTo>(std::get<input::Run>(*replay[8].event).command).view,
              (View{{-0.1, 1e-17}, 1e-9}));
}

TEST(Replay, ARecordingEndsWhereItCouldNotBePlayed) {
    InputRecorder recorder(0);
    for (std::size_t i = 0; i < max_events; ++i) {
        EXPECT_EQ(recorder.full(), i + 1 == max_events);
        recorder.take(input::MouseMove{1234.0625, 1234.0625}, 1e6);
    }
    EXPECT_EQ(parse_replay(recorder.json()).size(), max_events - 1);
}

bool at_rest(Awaited state) {
    return state == Awaited::settled || state == Awaited::shown;
}

bool at_work(Awaited state) {
    return state == Awaited::computing;
}

TEST(ReplayPlayer, PlaysEventsWhenTheyAreDueOneATurn) {
    ReplayPlayer player(parse_replay(
        R"([{"time": 1, "event": "scroll", "y": 1}, {"time": 1, "event": "scroll", "y": 2}])"));
    EXPECT_FALSE(player.next(0.9, at_rest));
    EXPECT_EQ(std::get<input::Scroll>(*player.next(0.2, at_rest)).y, 1);
    EXPECT_FALSE(player.finished());
    EXPECT_EQ(std::get<input::Scroll>(*player.next(0, at_rest)).y, 2);
    EXPECT_TRUE(player.finished());
    EXPECT_FALSE(player.next(1, at_rest));
}

TEST(ReplayPlayer, WaitsUntilSettledAndTimeStandsStillMeanwhile) {
    ReplayPlayer player(
        parse_replay(R"([{"wait": "settled"}, {"time": 1, "event": "scroll", "y": 1}])"));
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(player.next(1, at_work));
    EXPECT_FALSE(player.next(0.5, at_rest));
    EXPECT_FALSE(player.next(0.4, at_rest));
    EXPECT_TRUE(player.next(0.2, at_rest));
}

TEST(ReplayPlayer, WaitsForWhatIsNamed) {
    for (const auto& [name, awaited] : {std::pair{"settled", Awaited::settled},
                                        {"shown", Awaited::shown},
                                        {"computing", Awaited::computing},
                                        {"preview", Awaited::preview},
                                        {"exporting", Awaited::exporting},
                                        {"measuring", Awaited::measuring},
                                        {"result", Awaited::result}}) {
        SCOPED_TRACE(name);
        const auto text = std::string(R"([{"event": "scroll", "y": 1, "wait": ")") + name + "\"}]";
        ReplayPlayer player(parse_replay(text));
        EXPECT_FALSE(player.next(1, [&](Awaited state) { return state != awaited; }));
        EXPECT_TRUE(player.next(1, [&](Awaited state) { return state == awaited; }));
        EXPECT_EQ(parse_replay(replay_to_json(parse_replay(text))).front().wait, awaited);
    }
}

TEST(ReplayPlayer, AnEventMayWaitItself) {
    ReplayPlayer player(parse_replay(R"([{"wait": "settled", "event": "quit"}])"));
    EXPECT_FALSE(player.next(1, at_work));
    EXPECT_TRUE(player.next(1, at_rest));
}

}  // namespace
}  // namespace mariani::app
