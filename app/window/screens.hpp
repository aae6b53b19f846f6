// The tabs beside the Mandelbrot set's: which is shown, and whose a command is.
#pragma once

#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"

#include <map>
#include <memory>

namespace mariani::app {

// Main thread, with the window's GL context.
class Screens {
  public:
    Screens(WindowState& state, TabMeans means);

    // The screen of the tab that is shown; null: the Mandelbrot set's.
    WorkloadScreen* active() const;

    // Once a turn; see WorkloadScreen::advance. A tab is made when it is first shown.
    void advance(const std::optional<PixelPoint>& mouse);

    // Seconds from the turn's beginning in which a tab that was opened has the processor for what
    // it shows first; 0 or less: none.
    double head_start() const {
        constexpr double of_a_tab = 0.05;
        return active() ? opened_ + of_a_tab - state_.seen.now : 0;
    }

    // Clears the framebuffer and draws the active screen.
    void draw(ImageSize framebuffer);

    // Whether the active screen took the command, or it would act on what is not seen.
    bool take(const Command& command);

  private:
    WindowState& state_;
    TabMeans means_;
    std::map<Workload, std::unique_ptr<WorkloadScreen>> made_;
    Workload shown_ = Workload::mandelbrot;  // in the last turn
    double opened_ = 0;                      // when it was; s of the window's clock
};

// The tab `steps` after this one, round and round.
Workload workload_after(Workload workload, int steps);

}  // namespace mariani::app
