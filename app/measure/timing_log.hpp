// Measured runs and frames as text (CSV or JSON, one row each), and their logs. Failures throw
// std::runtime_error. One thread at a time.
// With the one list of the columns in which logs and results record a frame's inputs and counts.
#pragma once

#include "app/files/journal.hpp"
#include "app/files/own_file.hpp"
#include "app/settings/display_choices.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/energy.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/frame_request.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// The open choices of a request read "auto".
void add_engine_columns(nlohmann::ordered_json& row, const FramePlan& frame);
void add_engine_columns(nlohmann::ordered_json& row, const FrameRequest& frame);

void add_view_columns(nlohmann::ordered_json& row, const FramePlan& frame);
void add_view_columns(nlohmann::ordered_json& row, const FrameRequest& frame);

// In files that are about one view only if it is of a Julia set: earlier ones have no such column.
void add_julia_column(nlohmann::ordered_json& row, const View& view);

void add_subdivision_columns(nlohmann::ordered_json& row, const SubdivisionParams& subdivision,
                             BlockSize block);

void add_counts(nlohmann::ordered_json& row, const RegionCounts<std::int64_t>& counts);

// How children were inserted into ASK's lists; empty where there are none.
void add_insertion_column(nlohmann::ordered_json& row, const FramePlan& frame);

// The columns of deep zoom; null where the precision is none of its.
void add_delta_columns(nlohmann::ordered_json& row, Quality quality,
                       const std::optional<DeltaStats>& deltas);

// The energy of so many of something, such as "pixels". Empty if not measured; if there is no
// figure, the last column says why.
void add_energy_columns(nlohmann::ordered_json& row, const std::optional<FrameEnergy>& energy,
                        double count, const std::string& unit);

// What only the window knows: the ms of the upload, the drawing and the whole frame, and the path
// the dwells took.
struct DisplayTimes {
    double upload_ms = 0;
    double draw_ms = 0;
    double frame_ms = 0;
    DisplayPath::Kind path = DisplayPath::Kind::upload;
};

struct TimingRow {
    std::chrono::system_clock::time_point time;  // when the frame was done
    FramePlan plan;
    EngineStats stats;
    int run = 1;                             // counted from 1
    DisplayTimes display;                    // not in bench logs
    std::optional<FrameEnergy> energy = {};  // of such a frame, if measured
};

// A row of the window's log: with DisplayTimes, and in JSON with the levels.
nlohmann::ordered_json window_row(const TimingRow& row, TimingLogFormat format);

// On one line. Text that is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& row);

// A bench log's text is its opening, its rows with separators between them, and its closing.
class TimingText {
  public:
    explicit TimingText(TimingLogFormat format) : format_(format) {}

    std::string opening() const;
    std::string row(const TimingRow& row) const;
    std::string_view separator() const;
    std::string_view closing() const;

  private:
    TimingLogFormat format_;
};

// By extension: .csv or .json. Throws std::invalid_argument for any other.
TimingLogFormat timing_log_format(const std::filesystem::path& path);

// 2026-01-31T23:59:59.123Z
std::string iso_time(std::chrono::system_clock::time_point time);

// For bench: appears whole or not at all, and is printed where it cannot be written.
class BenchLog {
  public:
    BenchLog(const std::filesystem::path& path, TimingLogFormat format);
    void write(const TimingRow& row);
    void write(const std::string& row);  // as TimingText has it
    void commit();

  private:
    AtomicFile file_;
    TimingText format_;
    std::string rows_;
};

// For the window: a journal. After each row it is valid CSV, or a valid JSON array; a kill can cut
// the last row short.
class RowLog {
  public:
    // Refuses an existing file.
    RowLog(const std::filesystem::path& path, TimingLogFormat format);

    // All rows have the same fields. If this throws, the previous rows are safe and the file stays
    // valid.
    void write(const nlohmann::ordered_json& row);

    std::int64_t rows() const { return rows_; }
    TimingLogFormat format() const { return format_; }
    const std::filesystem::path& path() const { return journal_.path(); }

  private:
    Journal journal_;
    TimingLogFormat format_;
    std::int64_t rows_ = 0;
};

}  // namespace mariani::app
