// What the window does while nothing else is asked for: it looks around the picture on screen,
// verifies its fills, smooths its edges, proves its dwells, and completes the bookmarks'
// thumbnails.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/window/activity.hpp"
#include "app/window/bookmark_thumbnails.hpp"
#include "app/window/comparison.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/verifier.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace mariani::app {

// What lies around the picture, computed ahead: while one zooms out or moves away, a coarse picture
// of it is there at once. Main thread, with the window's GL context.
class Surroundings {
  public:
    static constexpr double reach = 8;   // times the height of the view
    static constexpr int reduction = 2;  // of the picture's sides in pixels

    // As FrameWorker's.
    Surroundings(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                 std::function<void()> wake)
        : state_(state), display_(display), worker_(std::move(compute), std::move(wake)) {}

    // Once a turn. `may_compute`: the picture rests, and no one else wants the engines.
    void advance(bool may_compute);

    bool known() const;  // those of the picture on screen
    bool due() const;    // they are not, and nobody computes them

  private:
    std::optional<FrameRequest> wanted() const;

    WindowState& state_;
    FrameDisplay& display_;
    FrameWorker worker_;
    std::optional<FrameRequest> known_;  // the last one computed
};

// Antialiasing of the picture on screen: while it rests, it is computed again and again with
// samples between the centres of its pixels, and the mean of their colours is shown. Its regions
// and dwells stay those of the pixel grid. Main thread, with the window's GL context.
class Antialiasing {
  public:
    // As FrameWorker's; `further`: those of the GPUs beside the one that computed the picture.
    using FurtherGpus = std::function<std::vector<FrameWorker::Compute>(const FrameRequest&)>;
    Antialiasing(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                 FurtherGpus further, std::function<void()> wake);

    // Once a turn. `may_begin`: the picture rests; else the running sample is stopped. `may_wait`:
    // no one else wants the engines, so that others may wait for the samples to come. A change of
    // the picture or of its colours begins anew.
    void advance(bool may_begin, bool may_wait);

  private:
    // What the samples belong to.
    struct Subject {
        FramePlan plan;
        render::Colouring colouring;
        bool operator==(const Subject&) const = default;
    };

    std::optional<Subject> wanted() const;
    void begin(std::optional<Subject> subject);
    std::size_t workers_for(const Subject& subject);
    void stop();
    void go_on(bool may_begin);
    void take();
    void show(const std::shared_ptr<const PreparedFrame>& sample);
    void fail(const std::string& why);
    void compute_next();
    FrameRequest request_of(int sample) const;
    FrameWorker& worker_of(int sample) const;
    int samples() const;  // a pixel

    WindowState& state_;
    FrameDisplay& display_;
    const FurtherGpus further_;
    const std::function<void()> wake_;
    // Samples go to the first `used_` of them in turn, and are added in order: the mean does not
    // depend on which is quicker.
    std::vector<std::unique_ptr<FrameWorker>> workers_;
    std::size_t used_ = 1;
    bool looked_for_gpus_ = false;
    std::optional<Subject> subject_;  // nullopt: nothing is antialiased
    int asked_ = 0, taken_ = 0;       // samples
    bool failed_ = false;
};

// Main thread, with the window's GL context.
class IdleWork {
  public:
    struct Parts {
        WindowState& state;
        const Activity& activity;
        FrameDisplay& display;
        BookmarkThumbnails& thumbnails;
    };
    // `run`: as the verifier's. `compute`: as a FrameWorker's; for three of them, each with engines
    // of its own. `further`: as Antialiasing's.
    IdleWork(const Parts& parts, RunEngine run,
             const std::function<FrameWorker::Compute()>& compute,
             const Antialiasing::FurtherGpus& further, const std::function<void()>& wake)
        : parts_(parts),
          verifier_(std::move(run), wake),
          surroundings_(parts.state, parts.display, compute(), wake),
          antialiasing_(parts.state, parts.display, compute(), further, wake),
          comparison_(parts.state, parts.display, compute(), wake) {}

    // Once a turn. A new view or a new experiment ends what is being checked at once; rest begins
    // it.
    void verify();
    void look_around();  // also once a turn, as the next two
    void antialias();
    void compare();
    void make_thumbnails();
    void draw_compared() { comparison_.draw(); }  // over the picture

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
    Comparison comparison_;
    double at_rest_since_ = 0;
};

}  // namespace mariani::app
