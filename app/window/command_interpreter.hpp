// Carries out what the user asks for.
#pragma once

#include "app/explore/settings_history.hpp"
#include "app/window/bookmark_thumbnails.hpp"
#include "app/window/experiments.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/guided_tour.hpp"
#include "app/window/minibrot_search.hpp"
#include "app/window/poster_display.hpp"
#include "app/window/user_files.hpp"
#include "app/window/user_input.hpp"
#include "app/window/workload_screen.hpp"

namespace mariani::app {

// Main thread.
class CommandInterpreter {
  public:
    // What commands act on.
    struct Parts {
        WindowState& state;
        NativeWindow& window;
        Navigator& navigator;
        FrameWorker& worker;
        FrameDisplay& display;
        BookmarkThumbnails& thumbnails;
        Exporter& exports;
        Experiments& experiments;
        UserInput& input;
        RecentPlaces& recent;
        GuidedTour& tour;
        Screens& screens;
        MinibrotSearch& search;
        SettingsHistory& history;
        PosterDisplay& poster;
    };
    explicit CommandInterpreter(const Parts& parts) : parts_(parts) {}

    // Takes all commands from the queue; a failure of one is reported.
    void run();

  private:
    Parts parts_;
};

}  // namespace mariani::app
