// What lies around the picture, computed ahead: while one zooms out or moves away, a coarse picture
// of it is there at once.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace mariani::app {

// Main thread, with the window's GL context.
class Surroundings {
  public:
    static constexpr double reach = 8;   // times the height of the view
    static constexpr int reduction = 2;  // of the picture's sides in pixels

    // As FrameWorker's.
    Surroundings(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                 std::function<void()> wake)
        : state_(state), display_(display), worker_(std::move(compute), std::move(wake)) {}

    // Once a turn. `may_compute`: the picture rests, and no one else wants the engines.
    void advance(bool may_compute);

    bool known() const;  // those of the picture on screen
    bool due() const;    // they are not, and nobody computes them

  private:
    std::optional<FrameRequest> wanted() const;

    WindowState& state_;
    FrameDisplay& display_;
    FrameWorker worker_;
    std::optional<FrameRequest> known_;  // the last one computed
};

}  // namespace mariani::app
