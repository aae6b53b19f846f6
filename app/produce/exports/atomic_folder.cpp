#include "app/produce/exports/atomic_folder.hpp"

#include "render/files/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse_folder(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(), why));
}

bool is_still(int descriptor, const fs::path& path) {
    struct stat opened {
    }, named{};
    return fstat(descriptor, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

AtomicFolder::AtomicFolder(const fs::path& given)
    : path_(given.has_filename() ? given : given.parent_path()) {
    std::error_code error;
    if (!path_.has_filename()) refuse_folder(given, "a folder's name is missing");
    if (fs::exists(fs::symlink_status(path_, error)))
        refuse_folder(path_, "it exists already: choose another name, or remove it");
    const fs::path parent = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
    if (!fs::is_directory(parent, error))
        refuse_folder(path_, fmt::format("there is no folder {}: make it first", parent.string()));
    temporary_ = parent / fmt::format(".{}.mariani-part", path_.filename().string());
    if (mkdir(temporary_.c_str(), 0777) != 0 && errno != EEXIST)
        refuse_folder(path_, render::why_not_written(errno));
    descriptor_ = open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor_ < 0) refuse_folder(path_, render::why_not_written(errno));
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 || !is_still(descriptor_, temporary_)) {
        close_it();
        refuse_folder(path_, "another process is writing it: wait until that has ended");
    }
    for (const auto& left : fs::directory_iterator(temporary_, error))
        fs::remove_all(left.path(), error);
    if (!error) return;
    close_it();
    refuse_folder(path_, error.message());
}

AtomicFolder::~AtomicFolder() {
    if (descriptor_ < 0) return;
    std::error_code ignored;
    fs::remove_all(temporary_, ignored);
    close_it();
}

void AtomicFolder::close_it() noexcept {
    close(std::exchange(descriptor_, -1));
}

void AtomicFolder::write(const fs::path& name, std::string_view bytes) const {
    const fs::path file = temporary_ / name;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "wbxe"),
                                                                 std::fclose);
    if (!stream || std::fwrite(bytes.data(), 1, bytes.size(), stream.get()) != bytes.size() ||
        std::fflush(stream.get()) != 0)
        refuse_folder(path_ / name, render::why_not_written(errno));
}

void AtomicFolder::make_folder(const fs::path& name) const {
    if (mkdir((temporary_ / name).c_str(), 0777) != 0)
        refuse_folder(path_ / name, render::why_not_written(errno));
}

void AtomicFolder::commit() {
    if (syncfs(descriptor_) != 0) refuse_folder(path_, render::why_not_written(errno));
    // Whatever came there meanwhile stays.
    if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0)
        refuse_folder(path_, errno == EEXIST ? "it exists by now: remove it, and export again"
                                             : render::why_not_written(errno));
    close_it();
}

}  // namespace mariani::app
