// Recorded input: a JSON array with an object per event, played in order.
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
// "time" is in seconds since the start; if missing, it is that of the event before. Any event may
// have "wait", which says what it waits for:
//
//   "settled"      "shown", and no experiment of the laboratory is running
//   "shown"        the requested picture is on screen, nothing moves, and no file is being written
//   "computing"    a frame is being computed
//   "proving"      the dwells of a picture at rest are being proven
//   "preview"      a coarse picture of that frame is on screen
//   "exporting"    a file is being written
//   "measuring"    times are being measured, in a tab or in the laboratory
//   "result"       the laboratory has a figure of its last race or sweep
//
// Time stands still meanwhile, so that a slow machine plays the same. "action" is press, release,
// click (both) or double; for keys press, repeat, release or tap (press and release, the default).
// A button event may omit "x" and "y": they default to the mouse's position.
#pragma once

#include "app/explore/input_event.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The size limit of a recording: eight minutes of a mouse that reports its position 1000 times a
// second without a pause.
inline constexpr std::size_t max_events = 500'000;

enum class Awaited { settled, shown, computing, proving, preview, exporting, measuring, result };

struct TimedInput {
    double time = 0;  // seconds since the start, without waiting
    std::optional<Awaited> wait;
    std::optional<InputEvent> event;
};

// Throws std::invalid_argument with one line: which event, what is wrong with it, what is allowed.
std::vector<TimedInput> parse_replay(const std::string& json);
// Like parse_replay, with the file's name in the message. Also throws if it cannot be read.
std::vector<TimedInput> load_replay(const std::filesystem::path& file);

std::string replay_to_json(const std::vector<TimedInput>& events);

// Yields a recording's events when they are due.
class ReplayPlayer {
  public:
    explicit ReplayPlayer(std::vector<TimedInput> events) : events_(std::move(events)) {}

    // The next event if it is due; at most one per turn of the main loop, so that each is seen.
    // `elapsed`: seconds since the previous call. `reached`: whether that state is reached now.
    std::optional<InputEvent> next(double elapsed, const std::function<bool(Awaited)>& reached);
    bool finished() const { return at_ == events_.size(); }

  private:
    std::vector<TimedInput> events_;
    std::size_t at_ = 0;
    double time_ = 0;
};

// Records input, with times since its construction.
class InputRecorder {
  public:
    explicit InputRecorder(double now) : start_(now) {}
    void take(const InputEvent& event, double now);
    bool full() const { return events_.size() + 1 >= max_events; }  // accepts no more
    std::string json() const { return replay_to_json(events_); }

  private:
    double start_;
    std::vector<TimedInput> events_;
};

class Playback {
  public:
    // `name`: for the user.
    Playback(std::string name, std::vector<TimedInput> events)
        : name_(std::move(name)), count_(events.size()), player_(std::move(events)) {}

    // Once per turn: what to act on in the place of what the user does. As ReplayPlayer::next(),
    // but a recorded command to quit only ends the playback, as anything that the user presses,
    // turns or drops does: whatever is then held down is released.
    std::vector<InputEvent> take(const std::vector<InputEvent>& live, double elapsed,
                                 const std::function<bool(Awaited)>& reached);

    bool over() const { return over_; }
    bool interrupted() const { return interrupted_; }
    const std::string& name() const { return name_; }
    double progress() const;  // 0 to 1

  private:
    std::vector<InputEvent> end();
    void note(const InputEvent& event);

    std::string name_;
    std::size_t count_;  // of its events
    std::size_t taken_ = 0;
    ReplayPlayer player_;
    std::vector<InputEvent> held_;  // the presses that have not been followed by a release
    bool over_ = false, interrupted_ = false;
};

}  // namespace mariani::app
