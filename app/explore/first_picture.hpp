// A first, coarse picture of a view that the processor needs long for: ready within 50 ms, unless a
// single step of it takes longer, and for a few percent of the frame's cost.
#pragma once

#include "app/explore/prepared_frame.hpp"

#include <chrono>
#include <optional>
#include <stop_token>

namespace mariani::app {

// Every n-th pixel of a request in both directions, n = `step`: the same view or, if the step does
// not divide the picture, slightly more of it. On the cpu, without regions, with shortcuts.
FrameRequest coarse_request(const FrameRequest& request, int step);

// Used by one thread.
class FirstPicture {
  public:
    // Frames expected to take less than this get no first picture. The dispatcher is its own: the
    // window's learns only from whole frames.
    explicit FirstPicture(
        EngineDispatcher engines = EngineDispatcher(),
        std::chrono::duration<double, std::milli> short_frame = std::chrono::milliseconds(40))
        : engines_(std::move(engines)), short_frame_(short_frame) {}

    // The first picture for a request, as submitted by the window; nullopt if the frame is quick,
    // if it is deep, which grows from coarse to fine by itself, if a GPU computes it, if the last
    // frame showed the same view, or if stopped. Throws what prepare_frame throws.
    std::optional<PreparedFrame> compute(const FrameRequest& request, std::stop_token stop);

  private:
    std::optional<PreparedFrame> every(int step, const FrameRequest& request, std::stop_token stop);

    EngineDispatcher engines_;
    std::chrono::duration<double, std::milli> short_frame_;
    std::optional<FrameRequest> last_;
};

}  // namespace mariani::app
