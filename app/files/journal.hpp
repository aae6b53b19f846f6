// A file that is written row by row and survives a crash of the program. Every other file that is
// written appears whole or not at all (AtomicFile).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mariani::app {

// Rows that were appended are in the file; of one that was being appended when the process was
// killed, at most its beginning. What was there before is nobody's until the caller has found it to
// be a journal of its own kind: until then not a byte of it changes. One process at a time, one
// thread at a time. Everything throws std::runtime_error: which file, why, and what to do.
class Journal {
  public:
    // Opens the file, or makes it, and locks it until the end. Refuses one of more bytes.
    static constexpr std::size_t largest = std::size_t{64} << 20;
    explicit Journal(const std::filesystem::path& path, std::size_t most_bytes = largest);
    ~Journal();  // one that was made and has no row is removed
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    const std::string& found() const { return found_; }  // what was there when it was opened
    // Takes over what was found, but for what follows these bytes: a row that a kill cut short.
    void resume_after(std::size_t bytes);
    // Adds rows after what was taken over. `closing`, the same each time, is what ends the file
    // until the next rows take its place. What was there before stays whole when this fails.
    void append(std::string_view rows, std::string_view closing = {});

    const std::filesystem::path& path() const { return path_; }

  private:
    void open_locked();
    bool try_to_open();
    void read(std::size_t most_bytes);
    void write_at_end(std::string_view text);
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    bool made_ = false;
    std::string found_;
    std::int64_t end_ = 0;  // of the last row
};

}  // namespace mariani::app
