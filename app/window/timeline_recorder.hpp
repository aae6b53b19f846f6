// The timeline below the picture: whether it is shown, and of which recorded run.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/measure/race.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timeline.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

// Whether it was asked for, or what it is about is played: then it covers a part of the picture,
// which is not computed anew.
bool timeline_is_shown(const WindowState& state);

// Records the frame on screen once more while its timeline is shown, beside the run that was timed;
// other tabs record their own. Main thread.
class TimelineRecorder {
  public:
    // `run` and `wake` are called on the recorder's thread.
    TimelineRecorder(WindowState& state, RunEngine run, std::function<void()> wake);

    // Once a turn, after what is shown has been taken. `may_begin`: the picture rests, and nothing
    // is measured.
    void advance(bool may_begin);

  private:
    using Recorded = std::shared_ptr<const Timeline>;

    void record(bool may_begin);
    void follow_race();
    std::optional<FrameRequest> wanted() const;

    WindowState& state_;
    std::optional<FrameRequest> recorded_;  // of `timeline_`, or of why there is none
    Recorded timeline_;
    std::string failure_;
    std::shared_ptr<const Race> race_;  // of the next
    Recorded lanes_;
    LatestWorker<FrameRequest, Recorded> worker_;
};

}  // namespace mariani::app
