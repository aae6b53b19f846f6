// Has instances of the program change a file that they share one after another.
#pragma once

#include <filesystem>

namespace mariani::app {

// Held from before the file is read anew until it is replaced. The lock is a hidden file beside it,
// .NAME.lock, which stays: were it removed, two could hold it.
class FileLock {
  public:
    // Waits while another instance holds it, for two seconds at most. Throws std::runtime_error
    // where that is not enough, or where the lock cannot be made.
    explicit FileLock(const std::filesystem::path& shared);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_ = -1;
};

}  // namespace mariani::app
