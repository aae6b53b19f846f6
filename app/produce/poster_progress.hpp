// How far a picture of several parts has come.
#pragma once

#include "compute/engine.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

namespace mariani::app {

// Keeps `progress` up to date from a thread of its own while it lives: 0 to 1, never back.
class PosterProgress {
  public:
    PosterProgress(std::atomic<double>& progress, std::int64_t pixels);
    ~PosterProgress();  // leaves the last state in `progress`
    PosterProgress(const PosterProgress&) = delete;
    PosterProgress& operator=(const PosterProgress&) = delete;

    FrameProgress& frame() { return frame_; }  // of the part being computed
    void done(std::int64_t pixels);            // of a part that is finished

  private:
    void update();

    std::atomic<double>& progress_;
    const double pixels_;
    std::atomic<std::int64_t> done_{0};
    FrameProgress frame_;
    std::jthread watcher_;
};

}  // namespace mariani::app
