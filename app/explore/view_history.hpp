// Undo and redo of views.
#pragma once

#include "compute/model/view.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace mariani::app {

// What moved the view. Moves of one kind in quick succession count as one step.
enum class Gesture {
    jump,   // a bookmark, home, a zoom box: always a step of its own
    wheel,  // ends when the wheel rests
    drag,   // ends when the button is released (end_gesture), as gliding does
    keys,   // arrows, + and -
    edit,   // the panel's fields
};

class ViewHistory {
  public:
    static constexpr std::size_t depth = 256;
    static constexpr double pause = 0.7;  // s; a longer rest ends a gesture

    // `gesture` has changed the view from `before`, at `now` seconds.
    void moved(const View& before, Gesture gesture, double now);
    void end_gesture() { last_.reset(); }

    // The view to show instead of `current`; nullopt at the end of the history.
    std::optional<View> undo(const View& current);
    std::optional<View> redo(const View& current);

    // The last view of the Mandelbrot set; nullopt if there was none.
    std::optional<View> last_of_mandelbrot() const;

    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

  private:
    struct Last {
        Gesture gesture;
        double time;
    };

    std::deque<View> past_;
    std::vector<View> future_;
    std::optional<Last> last_;
};

}  // namespace mariani::app
