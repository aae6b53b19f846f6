// Makes instances of the program take turns at changing a file that they share.
#pragma once

#include <filesystem>

namespace mariani::app {

// Held from before the file is reread until it is replaced. The lock is a hidden file beside it,
// .NAME.lock, which stays: if it were removed, two could hold it.
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
