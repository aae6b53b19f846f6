// Runs the cases of `bench --suite` and measures the peaks that they are compared with.
#pragma once

#include "app/measure/run_engine.hpp"
#include "app/measure/suite.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace mariani::app {

// Why a picture's dwells do not fit into this many bytes of host memory; nullopt if they do.
std::optional<std::string> memory_shortage(ImageSize image, std::int64_t free_bytes);

// One thread.
class SuiteRun {
  public:
    // Computes a small picture to find out which backend and device it is computed on: everything
    // is measured there, beginning with the peaks.
    SuiteRun(FrameRequest small, int scale, int repeat, RunEngine run, std::stop_token stop);

    // Without rows.
    const SuiteReport& report() const { return report_; }
    // `before` is the row of the previous case, or null. A case that needs more memory or time than
    // there is, or that is stopped, is skipped, and the row says why.
    SuiteRow row_of(const SuiteCase& asked, const SuiteRow* before) const;

  private:
    void measure(SuiteRow& row, const FrameRequest& request) const;
    FrameRequest placed(FrameRequest request) const;

    const RunEngine run_;
    const std::stop_token stop_;
    FramePlan place_;  // only the backend, the device and the threads
    SuiteReport report_;
};

}  // namespace mariani::app
