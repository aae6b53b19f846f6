// What a user changed, to be taken back: the view as well as any other setting.
#pragma once

#include "app/explore/navigator.hpp"
#include "app/settings/settings.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

namespace mariani::app {

// Each step keeps the fields that it changed, as they were before and after, and leaves all others
// alone: those that move by themselves, and where panels stand. Which tab is shown is no step of
// its own, but a step leads to the tab in which it was made.
class SettingsHistory {
  public:
    static constexpr std::size_t depth = 256;

    explicit SettingsHistory(const Settings& settings) : known_(settings) {}

    // These are the settings now, and no user made them so.
    void accept(const Settings& settings) { known_ = settings; }
    // A user's gesture made them so, at `now` seconds. Those that continue the last make one step.
    void take(const Settings& settings, Gesture gesture, double now);
    // The next drag is another one.
    void end_drag();

    // The settings without the last step, or with the next one again. Nothing happens at the end of
    // the history. Throws std::invalid_argument if other settings do not allow it any more.
    void undo(Settings& settings);
    void redo(Settings& settings);
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

  private:
    struct Step {
        std::string before, after;  // fields, as JSON
    };
    struct Last {
        Gesture gesture;
        double time;
    };

    // Makes the settings those of the fields, and the step one of the other side.
    void step(Settings& settings, std::deque<Step>& from, std::string Step::*fields,
              std::deque<Step>& to);

    Settings known_;
    std::deque<Step> past_;
    std::deque<Step> future_;
    std::optional<Last> last_;
};

}  // namespace mariani::app
