// Videos by the user's ffmpeg: nothing of it is linked, frames are piped to it.
#include "app/files/own_file.hpp"
#include "app/produce/film.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <poll.h>
#include <span>
#include <spawn.h>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/core.h>

extern char** environ;

namespace mariani::app {
namespace {

// Started without a shell, found along PATH, in a process group of its own, so that Ctrl+C in a
// terminal reaches it only through us. Destroyed before it has ended, it is ended: its input is
// closed, and after two seconds it is sent SIGTERM, after two more SIGKILL. SIGPIPE must be
// ignored, as in main(). One thread at a time.
class EncoderProcess {
  public:
    // The first argument is the program. Throws std::runtime_error if it cannot be started;
    // `missing` is the message if there is no such program.
    EncoderProcess(const std::vector<std::string>& arguments, const std::string& missing);
    ~EncoderProcess();
    EncoderProcess(const EncoderProcess&) = delete;
    EncoderProcess& operator=(const EncoderProcess&) = delete;

    // Waits until the program has taken the bytes. False if stopped, or if it has closed its input:
    // how it ended then tells why.
    bool write(std::span<const std::byte> bytes, const std::stop_token& stop);

    // Closes its input and waits until it ends. Its exit status, 128 plus the signal that ended it,
    // or nothing if stopped.
    std::optional<int> finish(const std::stop_token& stop);

    // The end of what it wrote to its standard error, once it has ended: at most 8 KiB.
    std::string last_words();

  private:
    void close_input();
    bool ended(std::chrono::milliseconds patience, const std::stop_token& stop);
    void listen(int descriptor);

    int input_ = -1;
    pid_t process_ = -1;  // until it has been waited for
    int status_ = 0;
    std::mutex mutex_;
    std::string said_;
    std::jthread listener_;
};

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

constexpr std::size_t quoted = 600;  // characters, of what ffmpeg has to say

struct Encoding {
    const char* format;
    std::vector<std::string> options;
};

Encoding encoding_of(const std::filesystem::path& path) {
    if (path.extension() == ".webm")
        return {"webm",
                {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-deadline",
                 "good", "-cpu-used", "4"}};
    const std::vector<std::string> h264{"-c:v", "libx264", "-preset", "medium", "-crf", "16"};
    if (path.extension() == ".mkv") return {"matroska", h264};
    auto mp4 = h264;
    mp4.insert(mp4.end(), {"-movflags", "+faststart"});
    return {"mp4", mp4};
}

// From raw frames on the standard input to a file. Sides are made even, as 4:2:0 needs, and the
// colours are those of HDTV, marked as such.
std::vector<std::string> command_of(const Encoding& encoding, const FilmShape& shape,
                                    const std::string& file) {
    std::vector<std::string> words{
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y",
        // The input.
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
        fmt::format("{}x{}", shape.size.width, shape.size.height), "-r", std::to_string(shape.rate),
        "-i", "pipe:0",
        // The output.
        "-an", "-vf",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range",
        "tv"};
    words.insert(words.end(), encoding.options.begin(), encoding.options.end());
    words.insert(words.end(), {"-f", encoding.format, "file:" + file});
    return words;
}

// The end of several lines, as one.
std::string last_of(std::string words) {
    while (!words.empty() && words.back() == '\n') words.pop_back();
    if (words.size() > quoted) words.erase(0, words.size() - quoted);
    std::ranges::replace(words, '\n', ' ');
    return words.empty() ? std::string("it gives no reason") : printable(words);
}

class VideoSink final : public FilmSink {
  public:
    VideoSink(const std::filesystem::path& path, const FilmShape& shape, std::stop_token stop)
        : file_(path),
          stop_(std::move(stop)),
          encoder_(command_of(encoding_of(path), shape, file_.temporary().string()),
                   no_ffmpeg(path)) {}

    bool add(const render::Image& frame) override {
        if (encoder_.write(std::as_bytes(frame.bytes()), stop_)) return true;
        if (stop_.stop_requested()) return false;
        const auto status = encoder_.finish(stop_);
        if (status) fail(*status);
        return false;
    }

    bool finish() override {
        const auto status = encoder_.finish(stop_);
        if (!status) return false;
        if (*status != 0) fail(*status);
        file_.commit();
        return true;
    }

  private:
    [[noreturn]] void fail(int status) {
        throw std::runtime_error(fmt::format("cannot write {}: ffmpeg ended with status {}: {}",
                                             file_.path().string(), status,
                                             last_of(encoder_.last_words())));
    }

    AtomicFile file_;  // outlives the encoder, which writes it
    const std::stop_token stop_;
    EncoderProcess encoder_;
};

}  // namespace

std::string no_ffmpeg(const std::filesystem::path& path) {
    return fmt::format(
        "cannot write {}: the program ffmpeg, which makes videos, was not found: install the "
        "package ffmpeg, or write a .webp, which does not need it",
        path.string());
}

std::unique_ptr<FilmSink> video_sink(const std::filesystem::path& path, const FilmShape& shape,
                                     std::stop_token stop) {
    return std::make_unique<VideoSink>(path, shape, std::move(stop));
}

}  // namespace mariani::app
