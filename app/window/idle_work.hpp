// What the window does while nothing else is asked for: it verifies the fills of the picture on
// screen and completes the bookmarks' thumbnails.
#pragma once

#include "app/window/activity.hpp"
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
    // As the verifier's.
    IdleWork(const Parts& parts, RunEngine run, std::function<void()> wake)
        : parts_(parts), verifier_(std::move(run), std::move(wake)) {}

    // Once a turn. A new view or a new experiment ends the verification at once; rest begins it.
    void verify();
    void make_thumbnails();  // also once a turn

    // Something is still to be done: the window looks for it now and then.
    bool due() const { return !parts_.thumbnails.complete() || verification_due(); }

  private:
    void take_verification();
    void accept(const Verification& verification);
    bool undisturbed() const;
    bool rested() const;
    bool verification_due() const;
    Exactness exactness_on_screen() const;

    Parts parts_;
    FillVerifier verifier_;
    double at_rest_since_ = 0;
};

}  // namespace mariani::app
