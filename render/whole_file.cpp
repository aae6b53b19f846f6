#include "render/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace mariani::render {

WholeFile::WholeFile(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) {
        errno = EISDIR;
        fail("write");
    }
    temporary_ = path_;
    temporary_ += fmt::format(".part-{}", getpid());
    file_ = std::fopen(temporary_.c_str(), "wbe");
    if (!file_) fail("write");
}

WholeFile::~WholeFile() {
    if (!file_) return;
    std::fclose(file_);
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void WholeFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("write");
}

void WholeFile::commit() {
    if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) fail("write");
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("put in place");
    std::fclose(file_);
    file_ = nullptr;
}

void WholeFile::fail(std::string_view what) const {
    throw std::runtime_error(
        fmt::format("cannot {} {}: {}", what, path_.string(), std::strerror(errno)));
}

}  // namespace mariani::render
