// A file that is written row by row and survives a crash of the program. Every other output appears
// whole or not at all (AtomicFile).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mariani::app {

// Appended rows are in the file; of a row being appended when the process was killed, at most the
// beginning is. Existing contents do not change by a byte until the caller has found them to be a
// journal of its own kind. One process at a time, one thread at a time. Everything throws
// std::runtime_error: which file, why, and what to do.
class Journal {
  public:
    // Opens or creates the file, and locks it until destruction. Refuses a file larger than this.
    static constexpr std::size_t largest = std::size_t{64} << 20;
    explicit Journal(const std::filesystem::path& path, std::size_t max_bytes = largest);
    ~Journal();  // a new file without rows is removed
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    const std::string& found() const { return found_; }  // the contents when it was opened
    // Keeps what was found up to this many bytes; what follows is a row that a kill cut short.
    void resume_after(std::size_t bytes);
    // Adds rows after the kept ones. `closing`, the same each time, ends the file until the next
    // rows replace it. On failure the previous contents stay whole.
    void append(std::string_view rows, std::string_view closing = {});

    const std::filesystem::path& path() const { return path_; }

  private:
    void open_locked();
    bool try_to_open();
    void read(std::size_t max_bytes);
    void write_at_end(std::string_view text);
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    bool made_ = false;
    std::string found_;
    std::int64_t end_ = 0;  // of the last row
};

}  // namespace mariani::app
