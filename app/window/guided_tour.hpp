// The tour in the window: shows its stops, follows what the user presses, and puts everything back.
// And the opening of a first start: its subdivision played once.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/explore/navigator.hpp"
#include "app/explore/players.hpp"
#include "app/explore/view_navigation.hpp"
#include "app/measure/rounds.hpp"
#include "app/window/activity.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <future>
#include <optional>
#include <stop_token>
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

// Main thread; the work saved is measured on a thread of its own.
class Opening {
  public:
    // Called on that thread: `run`, then `wake`.
    Opening(WindowState& state, RunEngine run, std::function<void()> wake);
    ~Opening();
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

    // From the next turn on.
    void begin();

    // Once per turn, before commands are run: all but moves of the mouse ends the opening's own
    // replay, and not the one that it may begin. On the picture it also ends the opening, elsewhere
    // the first of it lets the card stay for so long.
    static constexpr double stay = 20;  // s
    void interrupt(const std::vector<InputEvent>& events,
                   const std::vector<std::optional<PixelPoint>>& places);

    // Once per turn, after that. Another view, another tab, the laboratory or Action::end_opening
    // ends the opening. Throws what an engine throws.
    void advance();
    bool fades() const;  // the card, now

  private:
    enum class Stage { over, computing, told };

    bool left() const;  // for another view, a tab or the laboratory
    void tell();
    void measure();
    void take_measured();
    void end();
    void close();  // and leave a replay alone

    WindowState& state_;
    RunEngine run_;
    std::function<void()> wake_;
    Stage stage_ = Stage::over;
    bool plays_ = false;          // its own replay, or is about to, and not one that the user began
    std::optional<double> gone_;  // when the card is, in s of the window's clock
    std::stop_source stop_;
    std::future<std::optional<double>> measured_;
};

}  // namespace mariani::app
