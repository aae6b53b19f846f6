// The log of runs or frames, CSV or JSON, a row each, on the disk as soon as it is written.
#pragma once

#include "app/session/display_path.hpp"
#include "app/settings.hpp"
#include "compute/model/energy.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_request.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace mariani::app {

// What the window knows besides: the ms of the upload, the drawing and the whole frame, and which
// way the dwells took.
struct DisplayTimes {
    double upload_ms = 0;
    double draw_ms = 0;
    double frame_ms = 0;
    DisplayPath::Kind path = DisplayPath::Kind::upload;
};

struct TimingRow {
    std::chrono::system_clock::time_point time;  // when the frame was done
    FrameRequest request;                        // as computed
    EngineStats stats;
    int run = 1;                             // counted from 1
    DisplayTimes display;                    // left out of a bench's log
    std::optional<FrameEnergy> energy = {};  // of such a frame, where it was measured
};

// At every moment the file is whole: valid CSV, or a valid JSON array. A crash loses at most the
// row being written. A file that was there is replaced by the first row. One thread at a time.
class TimingLog {
  public:
    enum class Kind { bench, window };  // only a window's log has DisplayTimes

    // Throws std::runtime_error when the file cannot be written.
    TimingLog(const std::filesystem::path& path, TimingLogFormat format, Kind kind);
    ~TimingLog();  // a log without a row leaves no new file behind
    TimingLog(const TimingLog&) = delete;
    TimingLog& operator=(const TimingLog&) = delete;

    // Throws std::runtime_error when the row could not be written whole; the rows before it are
    // safe and the file stays valid.
    void write(const TimingRow& row);

    std::int64_t rows() const { return rows_; }
    const std::filesystem::path& path() const { return path_; }

  private:
    void append(const std::string& text, std::int64_t offset);

    std::filesystem::path path_;
    TimingLogFormat format_;
    Kind kind_;
    int descriptor_ = -1;
    bool made_ = false;  // the file was not there before
    std::int64_t size_ = 0;
    std::int64_t rows_ = 0;
};

// By the extension: .csv or .json. Throws std::invalid_argument for another.
TimingLogFormat timing_log_format(const std::filesystem::path& path);

// 2026-01-31T23:59:59.123Z
std::string iso_time(std::chrono::system_clock::time_point time);

}  // namespace mariani::app
