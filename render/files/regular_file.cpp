#include "render/files/regular_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::render {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void reject_reading(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
}

void check_kind(const fs::path& path, mode_t mode) {
    if (S_ISDIR(mode)) reject_reading(path, "it is a folder, not a regular file");
    if (!S_ISREG(mode)) reject_reading(path, "it is not a regular file");
}

// Opening a device may have side effects, and opening a pipe wakes up its writer: both are refused
// before, and checked again afterwards in case one has replaced the file meanwhile.
int opened(const fs::path& path, struct stat& status) {
    if (stat(path.c_str(), &status) == 0) {
        check_kind(path, status.st_mode);
        const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (descriptor >= 0) return descriptor;
    }
    if (errno == ENOENT) reject_reading(path, "there is no such file");
    reject_reading(path, std::generic_category().message(errno));
}

}  // namespace

RegularFile::RegularFile(fs::path path, std::int64_t max_bytes)
    : path_(std::move(path)), max_bytes_(max_bytes) {
    struct stat status {};
    descriptor_ = opened(path_, status);
    try {
        if (fstat(descriptor_, &status) != 0)
            reject_reading(path_, std::generic_category().message(errno));
        check_kind(path_, status.st_mode);
        size_ = status.st_size;
        if (size_ > max_bytes_) reject_size();
    } catch (...) {
        close(descriptor_);
        throw;
    }
}

RegularFile::~RegularFile() {
    close(descriptor_);
}

void RegularFile::reject_size() const {
    throw FileTooLarge(
        fmt::format("cannot read {}: it is larger than the {} that such a file may have",
                    path_.string(), bytes_text(max_bytes_)));
}

std::size_t RegularFile::read(std::span<std::byte> bytes) {
    std::size_t count = 0;
    while (count < bytes.size()) {
        const auto got = ::read(descriptor_, bytes.data() + count, bytes.size() - count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) reject_reading(path_, std::generic_category().message(errno));
        if (got == 0) break;
        count += static_cast<std::size_t>(got);
        read_bytes_ += got;
        if (read_bytes_ > max_bytes_) reject_size();
    }
    return count;
}

std::string read_whole_file(const fs::path& path, std::int64_t max_bytes) {
    RegularFile file(path, max_bytes);
    // Kernel files report no size, and others may grow: read until nothing is left.
    std::string text;
    for (std::size_t wanted = static_cast<std::size_t>(file.size()) + 1;; wanted = 1u << 16) {
        const std::size_t before = text.size();
        text.resize(before + wanted);
        const std::size_t count =
            file.read(std::as_writable_bytes(std::span(text).subspan(before)));
        text.resize(before + count);
        if (count < wanted) return text;
    }
}

std::string bytes_text(std::int64_t bytes) {
    constexpr std::pair<int, std::string_view> units[] = {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}};
    for (const auto& [shift, unit] : units)
        if (bytes > 0 && bytes % (std::int64_t{1} << shift) == 0)
            return fmt::format("{} {}", bytes >> shift, unit);
    return fmt::format("{} bytes", bytes);
}

}  // namespace mariani::render
