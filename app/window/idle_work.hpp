// What the window does while nothing else is asked for: it verifies the fills of the picture on
// screen, smooths its edges, and completes the bookmarks' thumbnails.
#pragma once

#include "app/window/activity.hpp"
#include "app/window/antialiasing.hpp"
#include "app/window/bookmark_thumbnails.hpp"
#include "app/window/fill_verifier.hpp"

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
    // `run`, `compute` and `wake`: as the verifier's and the antialiasing's.
    IdleWork(const Parts& parts, RunEngine run, FrameWorker::Compute compute,
             const std::function<void()>& wake)
        : parts_(parts),
          verifier_(std::move(run), wake),
          antialiasing_(parts.state, parts.display, std::move(compute), wake) {}

    // Once a turn. A new view or a new experiment ends the verification at once; rest begins it.
    void verify();
    void antialias();        // also once a turn, after it
    void make_thumbnails();  // also once a turn

    // Something is still to be done: the window looks for it now and then.
    bool due() const {
        return !parts_.thumbnails.complete() || verification_due() ||
               parts_.state.seen.samples.coming;
    }

  private:
    void take_verification();
    void accept(const Verification& verification);
    bool undisturbed() const;
    bool rested() const;
    bool verification_due() const;
    Exactness exactness_on_screen() const;

    Parts parts_;
    FillVerifier verifier_;
    Antialiasing antialiasing_;
    double at_rest_since_ = 0;
};

}  // namespace mariani::app
