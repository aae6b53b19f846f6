// What the window does while nothing else is asked for: it looks around the picture on screen,
// verifies its fills, smooths its edges, proves its dwells, and completes the bookmarks'
// thumbnails.
#pragma once

#include "app/window/activity.hpp"
#include "app/window/antialiasing.hpp"
#include "app/window/bookmark_thumbnails.hpp"
#include "app/window/surroundings.hpp"
#include "app/window/verifier.hpp"

#include <functional>
#include <utility>

namespace mariani::app {

// Main thread, with the window's GL context.
class IdleWork {
  public:
    struct Parts {
        WindowState& state;
        const Activity& activity;
        FrameDisplay& display;
        BookmarkThumbnails& thumbnails;
    };
    // `run`: as the verifier's. `compute`: as a FrameWorker's; for two of them, each with engines
    // of its own.
    IdleWork(const Parts& parts, RunEngine run,
             const std::function<FrameWorker::Compute()>& compute,
             const std::function<void()>& wake)
        : parts_(parts),
          verifier_(std::move(run), wake),
          surroundings_(parts.state, parts.display, compute(), wake),
          antialiasing_(parts.state, parts.display, compute(), wake) {}

    // Once a turn. A new view or a new experiment ends what is being checked at once; rest begins
    // it.
    void verify();
    void look_around();  // also once a turn, as the next two
    void antialias();
    void make_thumbnails();

    // Something is still to be done: the window looks for it now and then.
    bool due() const {
        return !parts_.thumbnails.complete() || due(Check::fills) || due(Check::dwells) ||
               surroundings_.due() || parts_.state.seen.samples.coming;
    }
    bool knows_surroundings() const { return surroundings_.known(); }

  private:
    void take_verification();
    void accept(const Verification& verification);
    bool undisturbed() const;
    bool rested() const;
    void begin(Check check);
    bool may_go_on(Check check) const;  // and begin
    bool due(Check check) const;
    Exactness exactness_on_screen() const;

    Parts parts_;
    Verifier verifier_;
    Surroundings surroundings_;
    Antialiasing antialiasing_;
    double at_rest_since_ = 0;
};

}  // namespace mariani::app
