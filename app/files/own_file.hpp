// The program's own files: they appear whole or not at all (render/files/atomic_file.hpp), are kept
// aside if damaged, and are locked while one of several instances changes them.
#pragma once

#include "render/files/atomic_file.hpp"
#include "render/files/regular_file.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mariani::app {

using render::AtomicFile;
using render::read_whole_file;
using render::writable_place;
using render::write_whole_file;

// Like read_whole_file, for files that are kept aside if damaged: one that is too large counts as
// damaged, so this throws std::invalid_argument.
std::string read_own_file(const std::filesystem::path& path, std::int64_t max_bytes);

// Moves a damaged file out of the way, to the first free name of PATH.damaged-1, -2 …; returns its
// new path.
std::filesystem::path move_aside(const std::filesystem::path& path);

// The same, as a message: that `whose` ("Your bookmarks") could not be used, why, and where the
// file is kept, or why it stays.
std::string put_aside(const std::filesystem::path& path, std::string_view whose,
                      std::string_view why);

// Makes instances of the program take turns at changing a file that they share. Held from before
// the file is reread until it is replaced. The lock is a hidden file beside it, .NAME.lock, which
// stays: if it were removed, two could hold it.
class FileLock {
  public:
    // Waits at most two seconds while another instance holds it. Throws std::runtime_error if that
    // is not enough, or if the lock cannot be created.
    explicit FileLock(const std::filesystem::path& shared);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_ = -1;
};

}  // namespace mariani::app
