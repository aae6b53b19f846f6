// A sweep's rows as a file that grows cell by cell, so that a sweep can be taken up again.
#pragma once

#include "app/session/sweep.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::app {

// Each row is on the disk as soon as it is appended. A row that a crash cut short is taken out when
// the file is opened again. One process at a time. Everything throws std::runtime_error.
class SweepCsv {
  public:
    // Begins the file, or goes on with one of the same subject; refuses any other.
    SweepCsv(const std::filesystem::path& path, const SweepSubject& subject);
    ~SweepCsv();
    SweepCsv(const SweepCsv&) = delete;
    SweepCsv& operator=(const SweepCsv&) = delete;

    const std::vector<SweepRow>& rows() const { return rows_; }  // those that were there, too
    void append(const SweepRow& row);

  private:
    void read(const std::string& text);
    SweepRow row_of(const std::string& line, std::size_t number) const;
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;
    std::string subject_;  // the columns that all rows share, as text
    int descriptor_ = -1;
    std::vector<SweepRow> rows_;
};

}  // namespace mariani::app
