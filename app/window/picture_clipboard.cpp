#include "app/window/picture_clipboard.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "compute/model/printable.hpp"
#include "render/picture/png.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;

constexpr auto longest_wait = std::chrono::seconds(10);

[[noreturn]] void fail(std::string_view why) {
    throw std::runtime_error(fmt::format("The picture was not copied: {}", why));
}

std::string text_of(int error) {
    return std::generic_category().message(error);
}

// An open file that has no name.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {
        if (descriptor < 0) fail(text_of(errno));
    }
    ~Descriptor() { close(descriptor_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

// In the user's cache for as long as it takes to open it, one instance after the other.
Descriptor opened_png(const render::Image& image) {
    const fs::path path = cache_folder() / "clipboard.png";
    const FileLock lock(path);
    render::write_png(path, image);
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const int error = errno;
    std::error_code ignored;
    fs::remove(path, ignored);
    errno = error;
    return Descriptor(descriptor);
}

// A file rather than a pipe: the program leaves a process behind that keeps what it was given open.
std::string said(const Descriptor& errors) {
    std::array<char, 300> text{};
    const auto size = pread(errors.get(), text.data(), text.size(), 0);
    std::string line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    line.resize(std::min(line.find('\n'), line.size()));
    return printable(line, longest_quote);
}

using Arguments = std::vector<const char*>;

// The program's process with the picture as its input; nullopt if there is no such program. In a
// group of its own, so that Ctrl+C in the terminal does not empty the clipboard.
std::optional<pid_t> started(const Arguments& arguments, const Descriptor& png,
                             const Descriptor& errors) {
    std::vector<char*> argv;
    for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, png.get(), STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, errors.get(), STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t process = 0;
    const int error =
        posix_spawnp(&process, argv.front(), &files, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (error == ENOENT) return std::nullopt;
    if (error != 0)
        fail(fmt::format("{} could not be started: {}", arguments.front(), text_of(error)));
    return process;
}

// Its exit status; one that does not end is killed.
int status_of(pid_t process, std::string_view name) {
    const auto start = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - start > longest_wait) {
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            fail(fmt::format("{} did not accept it: try again, or save it with F12", name));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return status;
}

// Whether there is such a program; throws if there is, and it fails.
bool copied_by(const Arguments& arguments, const Descriptor& png) {
    lseek(png.get(), 0, SEEK_SET);
    const Descriptor errors(memfd_create("clipboard errors", MFD_CLOEXEC));
    const auto process = started(arguments, png, errors);
    if (!process) return false;
    const int status = status_of(*process, arguments.front());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    const std::string why = said(errors);
    fail(fmt::format("{} failed{}", arguments.front(), why.empty() ? "" : ": " + why));
}

}  // namespace

void copy_to_clipboard(const render::Image& image) {
    const Descriptor png = opened_png(image);
    const Arguments wayland{"wl-copy", "--type", "image/png"};
    const Arguments x11{"xclip", "-selection", "clipboard", "-t", "image/png", "-i"};
    const bool on_wayland = std::getenv("WAYLAND_DISPLAY") != nullptr;
    if (on_wayland && copied_by(wayland, png)) return;
    if (copied_by(x11, png)) return;
    fail(fmt::format("this needs the program {}",
                     on_wayland ? "wl-copy (package wl-clipboard)" : "xclip (package xclip)"));
}

}  // namespace mariani::app
