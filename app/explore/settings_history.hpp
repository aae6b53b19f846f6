// What a user changed, to be taken back: the view, any other setting, and what was done besides.
#pragma once

#include "app/explore/navigator.hpp"
#include "app/settings/settings.hpp"

#include <cstddef>
#include <deque>
#include <functional>
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
    // A user did something that no setting tells of; the functions, which may throw, take it back
    // and do it again.
    struct Deed {
        std::function<void()> undo, redo;
    };
    void note(Deed deed);
    // The next drag is another one.
    void end_drag();

    // The settings without the last step, or with the next one again. Nothing happens at the end of
    // the history. Throws std::invalid_argument if other settings do not allow it any more, and
    // what a deed throws; a deed that fails can be tried again.
    void undo(Settings& settings);
    void redo(Settings& settings);
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

  private:
    struct Step {
        std::string before, after;  // fields, as JSON
        std::optional<Deed> deed;   // in their place
    };
    struct Last {
        Gesture gesture;
        double time;
        Workload tab;
    };

    void add(Step step);
    // Makes the settings those of the fields, or calls the deed's function, and makes the step one
    // of the other side.
    void step(Settings& settings, std::deque<Step>& from, std::string Step::*fields,
              std::function<void()> Deed::*act, std::deque<Step>& to);

    Settings known_;
    std::deque<Step> past_;
    std::deque<Step> future_;
    std::optional<Last> last_;
};

}  // namespace mariani::app
