// `bench --suite`: the cases with published figures and targets, all for one NVIDIA H200, beside
// lower bounds measured in the same run; what runs them, and the file of the results.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct SuiteCase {
    std::string view;      // its name
    FrameRequest request;  // the backend and the device are yet to be chosen
    std::optional<double> published_ms = std::nullopt;
    std::optional<double> target_ms = std::nullopt;
    // Instead of a target of its own: relative to the previous case, in single precision.
    std::optional<double> target_ratio = std::nullopt;
    bool in_window = false;  // measured often enough for a 99th percentile
};

// Pictures with sides divided by `scale`, for a quick trial. The figures apply to scale 1.
std::vector<SuiteCase> suite_cases(int scale);

struct SuiteRow {
    SuiteCase asked;
    std::vector<EngineStats> runs;  // in order; none if skipped
    FramePlan plan;                 // of the last run
    double memset_ms = 0;           // to set as much memory as the dwells take, once
    double iterations_ms = 0;       // for the steps taken, at the peak FMA rate
    std::optional<double> target_ms = std::nullopt;
    std::string skipped;  // the reason, or empty

    Spread ms() const;
    double ms_99() const;  // the 99th percentile
    double floor_ms() const { return memset_ms > iterations_ms ? memset_ms : iterations_ms; }
    bool reached() const { return target_ms && ms().median <= *target_ms; }
};

struct SuitePeaks {
    double memset_bytes_per_s = 0;
    double fma_per_s_f32 = 0;
    double fma_per_s_f64 = 0;
};

struct SuiteReport {
    Backend backend = Backend::cpu;
    std::string device;
    int scale = 1;
    int repeat = 0;
    SuitePeaks peaks;
    std::vector<SuiteRow> rows;
};

inline constexpr double fma_per_step = 3;

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

// As write_table() does; times in ms.
void write_suite(const std::filesystem::path& path, const SuiteReport& report);

}  // namespace mariani::app
