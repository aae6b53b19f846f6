// The tour in the window: shows its stops, follows what the user presses, and puts everything back.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/explore/navigator.hpp"
#include "app/explore/tour.hpp"
#include "app/window/activity.hpp"

#include <optional>
#include <vector>

namespace mariani::app {

// Main thread.
class GuidedTour {
  public:
    GuidedTour(WindowState& state, Navigator& navigator, FrameWorker& worker,
               const Activity& activity)
        : state_(state), navigator_(navigator), worker_(worker), activity_(activity) {}

    // From the next turn on. Throws std::runtime_error while something is under way that the tour
    // would disturb.
    void begin();

    // Once per turn, before anyone else has the input: takes from it what steers the tour. What is
    // pressed, turned or dropped ends it, unless it leads to another stop.
    void steer(std::vector<InputEvent>& events);

    // Once per turn, before the view moves.
    void advance();

    bool under_way() const { return kept_.has_value(); }
    // The last stop has been read, and stays until something is pressed.
    bool rests() const { return clock_.stop() == TourStop::back && clock_.read() >= 1; }

    // Those that are the user's: of before the tour while it is under way.
    Settings own_settings() const;

  private:
    // What is as before once the tour is over.
    struct Kept {
        Settings settings;
        Navigator navigator;
        PanelState panels;
    };

    bool steers(const InputEvent& event);
    void show();
    bool ready() const;
    std::optional<TourFigures> figures();
    void end();

    WindowState& state_;
    Navigator& navigator_;
    FrameWorker& worker_;
    const Activity& activity_;
    TourClock clock_;
    std::optional<TourStop> shown_;
    std::optional<double> exhaustive_ms_;
    std::optional<Kept> kept_;
};

}  // namespace mariani::app
