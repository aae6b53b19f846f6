#include "app/files/journal.hpp"

#include "app/files/own_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

Journal::Journal(const std::filesystem::path& path, std::size_t max_bytes)
    : path_(writable_place(path)) {
    try {
        open_locked();
        read(max_bytes);
    } catch (...) {
        if (descriptor_ >= 0) close(descriptor_);
        throw;
    }
}

Journal::~Journal() {
    if (made_ && end_ == 0) unlink(path_.c_str());
    close(descriptor_);
}

void Journal::fail(int error) const {
    throw std::runtime_error(fmt::format("cannot write {}: {}; the rows already in it are safe",
                                         path_.string(),
                                         error == ENOSPC ? "the disk is full: free some space"
                                                         : std::generic_category().message(error)));
}

// Another process may remove a file it created between our opening and our locking it.
void Journal::open_locked() {
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt)
        if (try_to_open()) return;
    fail(EBUSY);
}

bool Journal::try_to_open() {
    descriptor_ = open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    made_ = descriptor_ < 0 && errno == ENOENT;
    if (made_) descriptor_ = open(path_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) return false;
    if (descriptor_ < 0) fail(errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) fail(errno);
        throw std::runtime_error(fmt::format(
            "another process is writing {}: wait for it, or name another file", path_.string()));
    }
    struct stat opened {
    }, named{};
    if (fstat(descriptor_, &opened) != 0) fail(errno);
    if (!S_ISREG(opened.st_mode)) fail(EINVAL);
    const bool still_there = stat(path_.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
                             opened.st_ino == named.st_ino;
    if (!still_there) close(std::exchange(descriptor_, -1));
    return still_there;
}

void Journal::read(std::size_t max_bytes) {
    struct stat status {};
    if (fstat(descriptor_, &status) != 0) fail(errno);
    end_ = status.st_size;
    const auto size = static_cast<std::size_t>(end_);
    if (size > max_bytes)
        throw std::runtime_error(
            fmt::format("{} is larger than the {} bytes such a file may have: name another file",
                        path_.string(), max_bytes));
    found_.resize(size);
    for (std::size_t done = 0; done < size;) {
        const auto got =
            pread(descriptor_, found_.data() + done, size - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            throw std::runtime_error(fmt::format("cannot read {}: {}", path_.string(),
                                                 got == 0
                                                     ? "another program is changing it"
                                                     : std::generic_category().message(errno)));
        done += static_cast<std::size_t>(got);
    }
}

void Journal::resume_after(std::size_t bytes) {
    end_ = static_cast<std::int64_t>(bytes);
    if (bytes != found_.size() && ftruncate(descriptor_, end_) != 0) fail(errno);
}

void Journal::write_at_end(std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const auto wrote = pwrite(descriptor_, text.data() + done, text.size() - done,
                                  end_ + static_cast<std::int64_t>(done));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) fail(errno);
        done += static_cast<std::size_t>(wrote);
    }
}

void Journal::append(std::string_view rows, std::string_view closing) {
    std::string text(rows);
    text += closing;
    try {
        write_at_end(text);
    } catch (...) {
        // The previous rows fitted, and so did their closing.
        if (ftruncate(descriptor_, end_) == 0 && end_ > 0) write_at_end(closing);
        throw;
    }
    end_ += static_cast<std::int64_t>(rows.size());
}

}  // namespace mariani::app
