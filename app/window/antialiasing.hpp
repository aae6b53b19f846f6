// Antialiasing of the picture on screen: while it rests, it is computed again and again with
// samples between the centres of its pixels, and the mean of their colours is shown. Its regions
// and dwells stay those of the pixel grid.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/window_state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace mariani::app {

// Main thread, with the window's GL context.
class Antialiasing {
  public:
    // As FrameWorker's.
    Antialiasing(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                 std::function<void()> wake)
        : state_(state), display_(display), worker_(std::move(compute), std::move(wake)) {}

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
    void go_on(bool may_begin);
    void take();
    void show(const std::shared_ptr<const PreparedFrame>& sample);
    void compute_next();
    int samples() const;  // a pixel

    WindowState& state_;
    FrameDisplay& display_;
    FrameWorker worker_;
    std::optional<Subject> subject_;       // nullopt: nothing is antialiased
    std::optional<FrameRequest> awaited_;  // of the sample that is being computed
    int taken_ = 0;
    bool failed_ = false;
};

}  // namespace mariani::app
