// Logs of runs and of frames. Failures throw std::runtime_error. One thread at a time.
#pragma once

#include "app/files/atomic_file.hpp"
#include "app/files/journal.hpp"
#include "app/measure/timing_text.hpp"

#include <cstdint>
#include <filesystem>

namespace mariani::app {

// For bench: appears whole or not at all.
class BenchLog {
  public:
    BenchLog(const std::filesystem::path& path, TimingLogFormat format);
    void write(const TimingRow& row);
    void commit();

  private:
    AtomicFile file_;
    TimingText text_;
    bool begun_ = false;
};

// For the window: a journal. After each row it is valid CSV, or a valid JSON array; a kill can cut
// the last row short.
class FrameLog {
  public:
    // Refuses an existing file.
    FrameLog(const std::filesystem::path& path, TimingLogFormat format);

    // If this throws, the previous rows are safe and the file stays valid.
    void write(const TimingRow& row);

    std::int64_t rows() const { return rows_; }
    const std::filesystem::path& path() const { return journal_.path(); }

  private:
    Journal journal_;
    TimingText text_;
    std::int64_t rows_ = 0;
};

}  // namespace mariani::app
