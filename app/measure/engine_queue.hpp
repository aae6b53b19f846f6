// One engine at a time: a measurement is not disturbed by the window's frames, and these do not
// wait for a measurement.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace mariani::app {

// Computes a request on the calling thread; nothing when stopped. Errors as
// EngineDispatcher::compute's.
using RunEngine = std::function<std::optional<Frame>(const FrameRequest&, std::stop_token)>;

class EngineQueue {
  public:
    // For a frame of the window: stops a measured run under way, waits for its end, and has the
    // engines while the lock is held.
    [[nodiscard]] std::unique_lock<std::mutex> frame_turn();

    // Runs `run` while no frame has or wants the engines; what a frame stopped is run again.
    std::optional<Frame> measured(const RunEngine& run, const FrameRequest& request,
                                  const std::stop_token& stop);

  private:
    std::mutex engines_;
    std::mutex mutex_;  // of what follows
    std::condition_variable_any changed_;
    int frames_ = 0;  // that have or want the engines
    std::stop_source run_;
};

}  // namespace mariani::app
