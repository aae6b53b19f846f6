// The opening of a first start, which shows the whole set: its subdivision played once, and what
// that saved.
#pragma once

#include "app/explore/input_event.hpp"
#include "app/explore/view_navigation.hpp"
#include "app/measure/rounds.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::app {

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
