// Logs of runs and of frames. Failures throw std::runtime_error. One thread at a time.
#pragma once

#include "app/files/atomic_file.hpp"
#include "app/files/journal.hpp"
#include "app/measure/timing_text.hpp"

#include <cstdint>
#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// For bench: appears whole or not at all, and is printed where it cannot be written.
class BenchLog {
  public:
    BenchLog(const std::filesystem::path& path, TimingLogFormat format);
    void write(const TimingRow& row);
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
