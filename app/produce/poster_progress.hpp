// The progress of a picture of several parts.
#pragma once

#include "compute/engine.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

namespace mariani::app {

// Updates `progress` on a thread of its own during its lifetime: 0 to 1, never decreasing.
class PosterProgress {
  public:
    PosterProgress(std::atomic<double>& progress, std::int64_t pixels);
    ~PosterProgress();  // leaves the final state in `progress`
    PosterProgress(const PosterProgress&) = delete;
    PosterProgress& operator=(const PosterProgress&) = delete;

    FrameProgress& frame() { return frame_; }  // of the part being computed
    void done(std::int64_t pixels);            // in a finished part

  private:
    void update();

    std::atomic<double>& progress_;
    const double pixels_;
    std::atomic<std::int64_t> done_{0};
    FrameProgress frame_;
    std::jthread watcher_;
};

}  // namespace mariani::app
