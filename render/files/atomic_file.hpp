// Files that appear whole or not at all: written in the same folder under a temporary name, then
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

// One file being written. Until commit() nothing appears at its path and an existing file stays; if
// destroyed without commit(), it leaves nothing behind. Leftovers of a killed process in the same
// folder are removed when the next file is begun there. One thread at a time. Every failure throws
// std::runtime_error: which file, why, and what to do.
class AtomicFile {
  public:
    // Fails at once if the folder is missing or not writable, or if the path names something
    // other than a regular file. Symbolic links are followed, even to a file that does not exist
    // yet.
    explicit AtomicFile(const std::filesystem::path& path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    // Writes at an offset from the file's start, which may be past the end; write() continues from
    // there.
    void write_at(std::int64_t offset, std::span<const std::byte> bytes);

    // Syncs the bytes to the disk: after this, little in commit() can fail.
    void sync();
    // Settles, and puts the file in its place, with the mode, group and owner of the one that it
    // replaces as far as permitted.
    void commit();
    // The same without waiting for the disk: it survives a crash of the program at once, one of the
    // machine only after the file and its folder are synced, which is the caller's task.
    void commit_unsynced();

    const std::filesystem::path& path() const { return path_; }
    // The file until then: another program may write it in place of write(), and must have ended
    // before commit().
    const std::filesystem::path& temporary() const { return temporary_; }

  private:
    int open_part();  // a descriptor of temporary_, locked
    void put_in_place();
    [[noreturn]] void fail(int error) const;
    void discard() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::FILE* stream_ = nullptr;
};

// Why a file is not written, by errno, and what to do.
std::string why_not_written(int error);

void write_whole_file(const std::filesystem::path& path, std::string_view text);

// Throws std::runtime_error unless a file can be put at this path: its folder exists and is
// writable, and only a regular file may be in the way. Returns the path with links followed.
std::filesystem::path writable_place(const std::filesystem::path& path);

}  // namespace mariani::render
