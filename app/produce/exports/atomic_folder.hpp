// A folder that appears whole or not at all: it is filled under a hidden name beside its place,
// then renamed.
#pragma once

#include <filesystem>
#include <string_view>

namespace mariani::app {

// One folder being written. What a killed process left of it is removed when it is begun again.
// Every failure throws std::runtime_error: which folder, why, and what to do.
class AtomicFolder {
  public:
    // Fails if anything is at this path, if its parent is missing or not writable, or while another
    // process fills it.
    explicit AtomicFolder(const std::filesystem::path& path);
    ~AtomicFolder();  // without commit() leaves nothing behind
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    // Safe on any thread, for different files. The names are relative.
    void write(const std::filesystem::path& name, std::string_view bytes) const;
    void make_folder(const std::filesystem::path& name) const;

    // Syncs all of it to the disk, and puts it in its place.
    void commit();

  private:
    void close_it() noexcept;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;  // of the temporary folder, locked
};

}  // namespace mariani::app
