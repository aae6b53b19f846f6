#include "app/files/file_lock.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
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
