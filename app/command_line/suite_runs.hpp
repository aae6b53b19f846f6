// Runs the cases of `bench --suite` and measures the peaks that they are compared with.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/suite.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace mariani::app {

// Why a picture's dwells do not fit into this many bytes of host memory; nullopt if they do.
std::optional<std::string> no_room(ImageSize image, std::int64_t free_bytes);

// One thread. Everything it measures runs on the backend and device that the command chose.
class SuiteRuns {
  public:
    // Renders a small picture to find out where frames are computed, and measures the peaks.
    SuiteRuns(const SuiteCommand& command, EngineDispatcher& dispatcher, std::stop_token stop);

    // A report without rows.
    SuiteReport report() const;
    // `before` is the row of the previous case, or null. A case that needs more memory or time than
    // there is, or that is stopped, is skipped, and the row says why.
    SuiteRow run(const SuiteCase& asked, const SuiteRow* before);

  private:
    std::optional<Frame> first_frame(const FrameRequest& request);
    std::optional<Frame> warm_up(const FrameRequest& request);
    void measure(SuiteRow& row, const FrameRequest& request);
    FrameRequest placed(FrameRequest request) const;

    const SuiteCommand& command_;
    EngineDispatcher& dispatcher_;
    std::stop_token stop_;
    FramePlan place_;  // only the backend, the device and the threads
    std::string device_;
    SuitePeaks peaks_;
};

}  // namespace mariani::app
