// The other picture of what is on screen, to be seen in its place or beside it: another engine's,
// the one without fills, or one in another palette.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/explore/latest_worker.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/window_state.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace mariani::app {

// What the picture compared with is made from.
struct CompareJob {
    Compared with = Compared::engine;
    FrameRequest request;                        // of the other engine
    std::shared_ptr<const PreparedFrame> frame;  // on screen
    bool operator==(const CompareJob&) const = default;
};

struct ComparedFrame {
    std::shared_ptr<const PreparedFrame> frame;
    std::int64_t differing = 0;  // pixels whose dwell is another, or is not known
};

// The frame as far as its pixels were computed: those that a fill gave a dwell have unknown_dwell.
ComparedFrame without_fills(const PreparedFrame& shown);

// Throws what `compute` throws; nothing if it was stopped.
std::optional<ComparedFrame> compared_frame(const CompareJob& job,
                                            const FrameWorker::Compute& compute,
                                            const std::stop_token& stop);

// Main thread, with the window's GL context.
class Comparison {
  public:
    // As FrameWorker's.
    Comparison(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
               std::function<void()> wake);

    // Once a turn. `may_compute`: no one else wants the engines; else what runs is stopped.
    void advance(bool may_compute);
    // Over the picture, where it is to be seen.
    void draw();

    bool coming() const { return worker_.busy(); }

  private:
    bool asked() const { return state_.panels.compare_held || state_.settings.compare.wiper; }
    std::optional<CompareJob> wanted() const;
    void begin(std::optional<CompareJob> subject);
    void take();
    void go_on(bool may_compute);
    void observe();

    WindowState& state_;
    FrameDisplay& display_;
    std::optional<CompareJob> subject_;  // nullopt: nothing is compared
    bool ready_ = false;                 // to be drawn
    bool failed_ = false;
    std::int64_t differing_ = 0;
    std::optional<Exactness> exactness_;
    LatestWorker<CompareJob, ComparedFrame> worker_;
};

}  // namespace mariani::app
