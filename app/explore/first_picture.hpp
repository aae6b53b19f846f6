// A first, coarse picture of a view that takes the processor long: there within 50 ms where a step
// of it is not that long itself, and for a few percent of what the frame costs.
#pragma once

#include "app/explore/prepared_frame.hpp"

#include <chrono>
#include <optional>
#include <stop_token>

namespace mariani::app {

// Every n-th pixel of a request in both directions, n = `step`: the same view or, where the step
// does not divide the picture, a little more of it. On the cpu, without regions, with shortcuts.
FrameRequest coarse_request(const FrameRequest& request, int step);

// Used by one thread.
class FirstPicture {
  public:
    // Frames expected to take less than this get no first picture. The dispatcher is of its own:
    // the window's learns from whole frames only.
    explicit FirstPicture(
        EngineDispatcher engines = EngineDispatcher(),
        std::chrono::duration<double, std::milli> short_frame = std::chrono::milliseconds(40))
        : engines_(std::move(engines)), short_frame_(short_frame) {}

    // The first picture for a request, as the window submits it; nothing where the frame is quick,
    // where a GPU computes it, where the last frame showed the same view, and when stopped. Errors
    // as prepare_frame's.
    std::optional<PreparedFrame> compute(const FrameRequest& request, std::stop_token stop);

  private:
    std::optional<PreparedFrame> every(int step, const FrameRequest& request, std::stop_token stop);

    EngineDispatcher engines_;
    std::chrono::duration<double, std::milli> short_frame_;
    std::optional<FrameRequest> last_;
};

}  // namespace mariani::app
