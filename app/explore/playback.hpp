// A recording that is played in the user's own window, in the place of mouse and keyboard, until it
// is over or the user interrupts it.
#pragma once

#include "app/explore/input_replay.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace mariani::app {

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
