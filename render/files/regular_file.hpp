// The one way in which files are opened for reading, whatever their origin: regular files only, and
// no more of them than expected; and texts of any system's as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mariani::render {

// The file can be read, but is larger than a file of its kind may be.
class FileTooLarge : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A file open for reading; a symbolic link is followed. Opening never blocks: pipes, devices and
// folders are refused. One thread at a time. Every failure throws std::runtime_error: which file
// and why.
class RegularFile {
  public:
    // Throws FileTooLarge if there are more than `max_bytes`.
    RegularFile(std::filesystem::path path, std::int64_t max_bytes);
    ~RegularFile();
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;

    // Fills the span from where the last read ended; returns the number of bytes read. Throws
    // FileTooLarge if the file has grown beyond its limit in the meantime.
    std::size_t read(std::span<std::byte> bytes);

    // Fills the span from an offset on; returns the number of bytes that were there. Safe on any
    // thread.
    std::size_t read_at(std::int64_t offset, std::span<std::byte> bytes) const;

    // In bytes, at the time of opening.
    std::int64_t size() const { return size_; }

  private:
    [[noreturn]] void reject_size() const;

    std::filesystem::path path_;
    std::int64_t max_bytes_;
    std::int64_t size_ = 0;
    std::int64_t read_bytes_ = 0;
    int descriptor_ = -1;
};

// The contents of a regular file of at most this many bytes. Throws what RegularFile throws.
std::string read_whole_file(const std::filesystem::path& path, std::int64_t max_bytes);

// "64 KiB": a limit, in words.
std::string bytes_text(std::int64_t bytes);

// By its byte-order mark, or the zeros of its first letters.
bool is_utf16(std::string_view text);

// In UTF-8, also of a text in UTF-16. Without a byte-order mark, up to the mark with which DOS ends
// a text (0x1A), and with "\n" after each line, where "\r\n" or "\r" may have been.
std::string plain_lines(std::string_view text);

}  // namespace mariani::render
