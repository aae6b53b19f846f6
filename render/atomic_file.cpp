#include "render/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::render {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(), why));
}

std::string reason(int error) {
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

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// What a symbolic link leads to, so that writing replaces the file and not the link.
fs::path followed(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
    auto target = fs::weakly_canonical(path, error);
    return error ? path : target;
}

std::string random_suffix() {
    static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device device;
    std::string suffix;
    for (int i = 0; i < 10; ++i) suffix += letters[device() % letters.size()];
    return suffix;
}

}  // namespace

fs::path writable_place(const fs::path& given) {
    if (given.empty() || !given.has_filename()) refuse(given, "a file name is missing");
    const fs::path path = followed(given);
    const fs::path folder = folder_of(path);
    std::error_code error;
    const auto folder_status = fs::status(folder, error);
    if (!fs::exists(folder_status))
        refuse(given, fmt::format("there is no folder {}: make it first", folder.string()));
    if (!fs::is_directory(folder_status))
        refuse(given, fmt::format("{} is not a folder", folder.string()));
    const auto status = fs::status(path, error);
    if (fs::is_directory(status)) refuse(given, "it is a folder: add a file name");
    if (fs::exists(status) && !fs::is_regular_file(status))
        refuse(given, "it is not a regular file: choose another name");
    if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(given, reason(errno));
    if (fs::exists(status) && access(path.c_str(), W_OK) != 0)
        refuse(given, "the file there is write-protected: choose another name");
    return path;
}

AtomicFile::AtomicFile(const fs::path& path) : path_(writable_place(path)) {
    // Room for the suffix also where the name is as long as the file system allows.
    const std::string stem = path_.filename().string().substr(0, 200);
    int descriptor = -1;
    for (int attempt = 0; descriptor < 0 && attempt < 100; ++attempt) {
        temporary_ = folder_of(path_) / fmt::format(".{}.{}.part", stem, random_suffix());
        descriptor = open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) fail(errno);
    }
    if (descriptor < 0) fail(EEXIST);
    stream_ = fdopen(descriptor, "w+b");
    if (stream_ != nullptr) return;
    const int error = errno;
    close(descriptor);
    unlink(temporary_.c_str());
    fail(error);
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
    refuse(path_, reason(error));
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

void AtomicFile::settle() {
    if (stream_ == nullptr) throw std::logic_error("AtomicFile: settled after commit");
    if (std::fflush(stream_) == 0 && fsync(fileno(stream_)) == 0) return;
    const int error = errno;
    discard();
    fail(error);
}

void AtomicFile::commit() {
    settle();
    const bool closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
    if (!closed || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        const int error = errno;
        unlink(temporary_.c_str());
        fail(error);
    }
    // The rename itself lasts once the folder is on the disk; not every file system can do this.
    const int folder = open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

void write_whole_file(const fs::path& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace mariani::render
