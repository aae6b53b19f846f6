// Files that appear whole or not at all: written beside their place under another name, then
// renamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace mariani::render {

// One file being written. Until commit() nothing is to be seen at its path, and what was there
// stays; destroyed without commit(), it leaves nothing behind. What a killed process left in the
// same folder is removed when the next file is begun there. One thread at a time.
// Every failure throws std::runtime_error: which file, why, and what to do.
class AtomicFile {
  public:
    // Fails at once when the folder is missing or cannot be written, or when the path names
    // something else than a regular file. Symbolic links are followed, to a file that is not there
    // yet, too.
    explicit AtomicFile(const std::filesystem::path& path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    // Writes at a place counted from the file's start, past the end too; write() goes on from
    // there.
    void write_at(std::int64_t offset, std::span<const std::byte> bytes);

    // Brings the bytes to the disk: after this, commit() has little left that can fail.
    void settle();
    // Settles, and puts the file in its place, with the mode, group and owner of the one that it
    // replaces where they may be kept.
    void commit();

    const std::filesystem::path& path() const { return path_; }

  private:
    int open_part();  // a descriptor of temporary_, locked
    [[noreturn]] void fail(int error) const;
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* stream_ = nullptr;
};

void write_whole_file(const std::filesystem::path& path, std::string_view text);

// Throws std::runtime_error unless a file can be put at this path: its folder is there and can be
// written, and nothing but a regular file is in the way. Returns the path with links followed.
std::filesystem::path writable_place(const std::filesystem::path& path);

}  // namespace mariani::render
