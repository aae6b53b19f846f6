#include "render/files/atomic_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::render {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void reject(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(), why));
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// The target of a symbolic link, so that writing replaces the file and not the link.
fs::path followed(const fs::path& given) {
    constexpr int max_links = 40;  // the limit of Linux
    std::error_code error;
    fs::path path = given;
    for (int links = 0; fs::is_symlink(fs::symlink_status(path, error)); ++links) {
        const fs::path target = fs::read_symlink(path, error);
        if (error) reject(given, error.message());
        if (links == max_links)
            reject(given, "its symbolic links lead in a circle: choose another name");
        path = folder_of(path) / target;
    }
    return path;
}

// An unfinished file is called .NAME.mariani-SUFFIX.part.
constexpr std::string_view part_mark = ".mariani-", part_end = ".part";
constexpr std::size_t suffix_length = 10;

std::string random_suffix() {
    static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device device;
    std::string suffix;
    for (std::size_t i = 0; i < suffix_length; ++i) suffix += letters[device() % letters.size()];
    return suffix;
}

bool names_part(std::string_view name) {
    constexpr auto tail = part_mark.size() + suffix_length + part_end.size();
    return name.size() > tail + 1 && name.starts_with('.') && name.ends_with(part_end) &&
           name.substr(name.size() - tail).starts_with(part_mark);
}

bool is_same_file(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Removes it if it is ours and its lock is free: its writer was killed.
void remove_if_stale(const fs::path& part) {
    const int descriptor = open(part.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat opened {
    }, named{};
    if (fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_uid == geteuid() &&
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 && lstat(part.c_str(), &named) == 0 &&
        is_same_file(opened, named))
        unlink(part.c_str());
    close(descriptor);
}

void remove_stale_parts(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (names_part(entry->path().filename().native())) remove_if_stale(entry->path());
}

// False if another process removed the file as stale before it was locked.
bool locked_in_time(int descriptor) {
    struct stat status {};
    const bool taken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !taken && fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

// Gives a file the mode, group and owner of the one that it replaces, as far as permitted. If the
// group cannot be kept, the new group gets no more rights than others.
void copy_permissions(int descriptor, const fs::path& replaced) {
    struct stat old {};
    if (stat(replaced.c_str(), &old) != 0) return;
    mode_t mode = old.st_mode & 0777;
    const bool same_group = fchown(descriptor, old.st_uid, old.st_gid) == 0 ||
                            fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) == 0;
    if (!same_group) mode &= ~mode_t{0070} | (mode & 0007) << 3;
    fchmod(descriptor, mode);
}

}  // namespace

std::string why_not_written(int error) {
    switch (error) {
        case ENOSPC:
            return "the disk is full: free some space or choose another folder";
        case EDQUOT:
            return "the disk quota is used up: free some space or choose another folder";
        case EFBIG:
            return "the file system takes no file this large: choose another folder";
        case EROFS:
            return "the file system is read-only: choose another folder";
        case EACCES:
        case EPERM:
            return "permission denied: choose another folder or change its permissions";
        default:
            return std::generic_category().message(error);
    }
}

fs::path writable_place(const fs::path& given) {
    if (given.empty() || !given.has_filename()) reject(given, "a file name is missing");
    const fs::path path = followed(given);
    const fs::path folder = folder_of(path);
    std::error_code error;
    const auto folder_status = fs::status(folder, error);
    if (!fs::exists(folder_status))
        reject(given, fmt::format("there is no folder {}: make it first", folder.string()));
    if (!fs::is_directory(folder_status))
        reject(given, fmt::format("{} is not a folder", folder.string()));
    const auto status = fs::status(path, error);
    if (fs::is_directory(status)) reject(given, "it is a folder: add a file name");
    if (fs::exists(status) && !fs::is_regular_file(status))
        reject(given, "it is not a regular file: choose another name");
    if (access(folder.c_str(), W_OK | X_OK) != 0) reject(given, why_not_written(errno));
    if (fs::exists(status) && access(path.c_str(), W_OK) != 0)
        reject(given, "the file there is write-protected: choose another name");
    return path;
}

AtomicFile::AtomicFile(const fs::path& path) : path_(writable_place(path)) {
    remove_stale_parts(folder_of(path_));
    const int descriptor = open_part();
    stream_ = fdopen(descriptor, "w+b");
    if (stream_ != nullptr) return;
    const int error = errno;
    close(descriptor);
    unlink(temporary_.c_str());
    fail(error);
}

int AtomicFile::open_part() {
    constexpr int attempts = 100;
    std::error_code error;
    const mode_t mode = fs::exists(path_, error) ? 0600 : 0666;
    // Leaves room for the suffix even if the name is as long as the file system allows.
    const std::string stem = path_.filename().string().substr(0, 200);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        temporary_ =
            folder_of(path_) / fmt::format(".{}{}{}{}", stem, part_mark, random_suffix(), part_end);
        const int descriptor =
            open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
        if (descriptor >= 0 && locked_in_time(descriptor)) return descriptor;
        if (descriptor < 0 && errno != EEXIST) fail(errno);
        if (descriptor < 0) continue;
        close(descriptor);
        unlink(temporary_.c_str());
    }
    fail(EEXIST);
}

AtomicFile::~AtomicFile() {
    discard();
}

void AtomicFile::discard() noexcept {
    if (stream_ == nullptr) return;
    std::fclose(std::exchange(stream_, nullptr));
    unlink(temporary_.c_str());
}

void AtomicFile::fail(int error) const {
    reject(path_, why_not_written(error));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    if (stream_ == nullptr) throw std::logic_error("AtomicFile: write after commit");
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail(errno);
}

void AtomicFile::write(std::string_view text) {
    write(std::as_bytes(std::span(text)));
}

void AtomicFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    if (stream_ == nullptr) throw std::logic_error("AtomicFile: write after commit");
    if (fseeko(stream_, offset, SEEK_SET) != 0) fail(errno);
    write(bytes);
}

void AtomicFile::sync() {
    if (stream_ == nullptr) throw std::logic_error("AtomicFile: settled after commit");
    if (std::fflush(stream_) == 0 && fsync(fileno(stream_)) == 0) return;
    const int error = errno;
    discard();
    fail(error);
}

void AtomicFile::put_in_place() {
    copy_permissions(fileno(stream_), path_);
    // Renamed before closing it releases its lock.
    if (std::fflush(stream_) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        const int error = errno;
        discard();
        fail(error);
    }
    std::fclose(std::exchange(stream_, nullptr));
}

void AtomicFile::commit() {
    sync();
    put_in_place();
    // The rename is durable once the folder is synced; not every file system supports this.
    const int folder = open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

void AtomicFile::commit_unsynced() {
    if (stream_ == nullptr) throw std::logic_error("AtomicFile: settled after commit");
    put_in_place();
}

void write_whole_file(const fs::path& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace mariani::render
