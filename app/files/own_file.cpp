#include "app/files/own_file.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {

namespace fs = std::filesystem;

std::string read_own_file(const fs::path& path, std::int64_t max_bytes) {
    try {
        return read_whole_file(path, max_bytes);
    } catch (const render::FileTooLarge& why) {
        throw std::invalid_argument(why.what());
    }
}

fs::path move_aside(const fs::path& path) {
    for (int number = 1;; ++number) {
        fs::path aside = path;
        aside += fmt::format(".damaged-{}", number);
        // link() refuses an existing name, so nothing is ever overwritten.
        if (link(path.c_str(), aside.c_str()) == 0) {
            unlink(path.c_str());
            return aside;
        }
        if (errno == EEXIST) continue;
        std::error_code error;
        if (fs::exists(fs::symlink_status(aside, error))) continue;
        if (std::rename(path.c_str(), aside.c_str()) != 0)
            throw std::runtime_error(fmt::format("cannot move {} to {}: {}", path.string(),
                                                 aside.string(),
                                                 std::generic_category().message(errno)));
        return aside;  // the file system has no hard links
    }
}

std::string put_aside(const fs::path& path, std::string_view whose, std::string_view why) {
    try {
        return fmt::format("{} could not be used: {}. The file is kept as {}.", whose, why,
                           move_aside(path).string());
    } catch (const std::runtime_error& error) {
        return fmt::format("{} could not be used: {}; {}.", whose, why, error.what());
    }
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(2);
constexpr auto interval = std::chrono::milliseconds(10);

[[noreturn]] void reject(const std::filesystem::path& shared, const std::string& why) {
    throw std::runtime_error(fmt::format("cannot change {}: {}", shared.string(), why));
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& shared) {
    const auto path = shared.parent_path() / fmt::format(".{}.lock", shared.filename().string());
    descriptor_ = open(path.c_str(), O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor_ < 0) reject(shared, std::generic_category().message(errno));
    const auto end = Clock::now() + patience;
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        if (error == EINTR) continue;
        if (error == EWOULDBLOCK && Clock::now() < end) {
            std::this_thread::sleep_for(interval);
            continue;
        }
        close(descriptor_);
        reject(shared, error == EWOULDBLOCK
                           ? "another mariani is changing it: try again in a moment"
                           : std::generic_category().message(error));
    }
}

FileLock::~FileLock() {
    close(descriptor_);
}

}  // namespace mariani::app
