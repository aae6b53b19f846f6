// Recorded input: a JSON array, an object per event, played in order.
//
//   {"time": 0.5, "event": "move", "x": 400, "y": 300}
//   {"event": "button", "button": "left", "action": "press", "x": 400, "y": 300, "mods": ["shift"]}
//   {"event": "scroll", "y": 3}              also "x"
//   {"event": "key", "key": "G"}             names as F1 shows them; "mods": ["ctrl", "shift",
//   "alt"]
//   {"event": "text", "text": "4096"}
//   {"event": "resize", "width": 640, "height": 480}
//   {"event": "drop", "paths": ["/tmp/a.png"]}
//   {"event": "command", "command": "go_to", "re": -0.75, "im": 0.1, "height": 0.01}
//   {"event": "set", "field": "engine.dwell", "value": 4096}
//   {"event": "wait"}                        until settled
//   {"event": "quit"}
//
// "time" is in seconds since the start, and where it is missing that of the event before. Any event
// may carry "wait", with what it waits for:
//
//   "settled"      "shown", and no experiment of the laboratory is under way
//   "shown"        the picture asked for is on screen, nothing moves, and no file is being written
//   "computing"    a frame is being computed
//   "preview"      a coarse picture of that frame is on screen
//   "exporting"    a file is being written
//   "result"       the laboratory has a figure of its last race or sweep
//
// The time does not run meanwhile, so that a slow machine plays the same. "action" is press,
// release, click (both) or double; for keys press, repeat, release or tap (press and release, the
// default). "x" and "y" may be left out of a button event: where the mouse is.
#pragma once

#include "app/explore/input_event.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// What a recording may hold: eight minutes of a mouse that reports its place 1000 times a second
// and never rests.
inline constexpr std::size_t most_events = 500'000;

enum class Awaited { settled, shown, computing, preview, exporting, result };

struct TimedInput {
    double time = 0;  // seconds since the start, waiting not counted
    std::optional<Awaited> wait;
    std::optional<InputEvent> event;
};

// Throws std::invalid_argument in one line: which event, what is wrong with it, what is allowed.
std::vector<TimedInput> parse_replay(const std::string& json);
// As parse_replay; the message names the file. Also when it cannot be read.
std::vector<TimedInput> load_replay(const std::filesystem::path& file);

std::string replay_to_json(const std::vector<TimedInput>& events);

// Hands out a recording's events when they are due.
class ReplayPlayer {
  public:
    explicit ReplayPlayer(std::vector<TimedInput> events) : events_(std::move(events)) {}

    // The next event, if it is due; at most one a turn of the main loop, so that each is seen.
    // `elapsed`: seconds since the call before. `reached`: whether that is so now.
    std::optional<InputEvent> next(double elapsed, const std::function<bool(Awaited)>& reached);
    bool finished() const { return at_ == events_.size(); }

  private:
    std::vector<TimedInput> events_;
    std::size_t at_ = 0;
    double time_ = 0;
};

// Takes down what happens, with times since its making.
class InputRecorder {
  public:
    explicit InputRecorder(double now) : start_(now) {}
    void take(const InputEvent& event, double now);
    bool full() const { return events_.size() + 1 >= most_events; }  // takes no more
    std::string json() const { return replay_to_json(events_); }

  private:
    double start_;
    std::vector<TimedInput> events_;
};

}  // namespace mariani::app
