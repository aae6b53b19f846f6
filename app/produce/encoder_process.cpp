#include "app/produce/encoder_process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kept_words = 8192;
constexpr auto step = 20ms, patience_with_end = 2000ms;

[[noreturn]] void fail(const std::string& what, int error) {
    throw std::runtime_error(what + ": " + std::generic_category().message(error));
}

struct Pipe {
    int read = -1, write = -1;

    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("cannot make a pipe", errno);
        read = ends[0];
        write = ends[1];
    }
    ~Pipe() {
        if (read >= 0) close(read);
        if (write >= 0) close(write);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

// The signals that this program ignores or blocks have their usual effect there.
struct SpawnSettings {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    SpawnSettings(const Pipe& input, const Pipe& words) {
        posix_spawn_file_actions_init(&files);
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_adddup2(&files, input.read, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&files, words.write, STDERR_FILENO);
        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) sigaddset(&usual, signal);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings() {
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
};

}  // namespace

EncoderProcess::EncoderProcess(const std::vector<std::string>& arguments,
                               const std::string& missing) {
    Pipe input, words;
    const SpawnSettings settings(input, words);
    std::vector<std::string> copies = arguments;
    std::vector<char*> pointers;
    for (std::string& each : copies) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    const int error = posix_spawnp(&process_, pointers.front(), &settings.files,
                                   &settings.attributes, pointers.data(), environ);
    if (error != 0) process_ = -1;
    if (error == ENOENT) throw std::runtime_error(missing);
    if (error != 0) fail("cannot start " + arguments.front(), error);
    // A full pipe is waited for with poll(), so that a stop is noticed.
    fcntl(input.write, F_SETFL, O_NONBLOCK);
    input_ = std::exchange(input.write, -1);
    const int heard = std::exchange(words.read, -1);
    try {
        listener_ = std::jthread([this, heard] { listen(heard); });
    } catch (...) {
        close(heard);
        kill(-process_, SIGKILL);
        waitpid(process_, &status_, 0);
        close(input_);
        throw;
    }
}

EncoderProcess::~EncoderProcess() {
    close_input();
    for (const int signal : {SIGTERM, SIGKILL}) {
        if (process_ < 0 || ended(patience_with_end, {})) break;
        kill(-process_, signal);  // with what it may have started
    }
    while (process_ >= 0 && !ended(patience_with_end, {})) continue;
}

void EncoderProcess::close_input() {
    if (input_ >= 0) close(std::exchange(input_, -1));
}

bool EncoderProcess::write(std::span<const std::byte> bytes, const std::stop_token& stop) {
    while (!bytes.empty()) {
        if (stop.stop_requested()) return false;
        const auto written = ::write(input_, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd waiting{input_, POLLOUT, 0};
            poll(&waiting, 1, static_cast<int>(step.count()));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// Whether it has ended; asks for up to `patience`, or for ever if that is negative.
bool EncoderProcess::ended(std::chrono::milliseconds patience, const std::stop_token& stop) {
    for (auto waited = 0ms; patience < 0ms || waited <= patience; waited += step) {
        const pid_t gone = waitpid(process_, &status_, WNOHANG);
        if (gone == process_ || (gone < 0 && errno != EINTR)) {
            process_ = -1;
            return true;
        }
        if (stop.stop_requested()) return false;
        std::this_thread::sleep_for(step);
    }
    return false;
}

std::optional<int> EncoderProcess::finish(const std::stop_token& stop) {
    close_input();
    if (process_ >= 0 && !ended(-1ms, stop)) return std::nullopt;
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

// Until the last writer has closed it: a full pipe would stop the program.
void EncoderProcess::listen(int descriptor) {
    std::array<char, 4096> bytes{};
    for (;;) {
        const auto got = read(descriptor, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        const std::scoped_lock lock(mutex_);
        said_.append(bytes.data(), static_cast<std::size_t>(got));
        if (said_.size() > kept_words) said_.erase(0, said_.size() - kept_words);
    }
    close(descriptor);
}

std::string EncoderProcess::last_words() {
    if (process_ < 0 && listener_.joinable()) listener_.join();
    const std::scoped_lock lock(mutex_);
    return said_;
}

}  // namespace mariani::app
