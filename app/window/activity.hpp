// What is under way: whether the window may rest, and what a replay may wait for.
#pragma once

#include "app/explore/input_replay.hpp"
#include "app/window/experiments.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/inset_pictures.hpp"
#include "app/window/poster_display.hpp"
#include "app/window/workload_screen.hpp"

namespace mariani::app {

// Looks at what does the work; main thread.
class Activity {
  public:
    struct Parts {
        const WindowState& state;
        const FrameWorker& worker;
        const Navigator& navigator;
        const FrameDisplay& display;
        const Exporter& exports;
        const Experiments& experiments;
        const InsetPictures& insets;
        const Screens& screens;
        const PosterDisplay& poster;
    };
    explicit Activity(const Parts& parts) : parts_(parts) {}

    // Something that was asked for is under way.
    bool occupied() const;
    // The same, but a screenshot may wait for what is done at rest.
    bool disturbed() const;
    // What is on screen is what was asked for, and nothing is under way but experiments.
    bool shown() const;
    bool settled() const;  // nor they
    bool watched() const;  // a tab moves, plays or measures: nothing may slow it
    bool experimenting() const { return parts_.experiments.busy(); }
    bool measuring() const;     // in the laboratory or in the tab
    bool computing() const;     // a frame for the screen
    bool engines_idle() const;  // nothing that was asked for wants one
    bool writes_files() const;
    bool reached(Awaited awaited) const;

  private:
    Parts parts_;
};

}  // namespace mariani::app
