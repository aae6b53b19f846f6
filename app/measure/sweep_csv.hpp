// A sweep's rows as a journal that grows cell by cell, so that a sweep can be resumed.
#pragma once

#include "app/files/journal.hpp"
#include "app/measure/sweep.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// A row that a crash cut short is removed when the file is opened again. One process at a time.
// Everything throws std::runtime_error.
class SweepCsv {
  public:
    // Starts the file, or resumes one of the same subject. Any other file is refused and left
    // unchanged, as is one with contents that no sweep measures.
    SweepCsv(const std::filesystem::path& path, const SweepSubject& subject);

    const std::vector<SweepRow>& rows() const { return rows_; }  // including those already there
    void append(const SweepRow& row);

  private:
    void read(std::string_view text);
    SweepRow row_of(std::string_view line, std::size_t number) const;
    [[noreturn]] void reject_other(std::size_t number) const;

    Journal journal_;
    std::string header_;
    std::string subject_;  // the columns common to all rows, as text
    std::int64_t pixels_;  // of the picture
    bool begun_ = false;   // the header is written
    std::vector<SweepRow> rows_;
};

}  // namespace mariani::app
