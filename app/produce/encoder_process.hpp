// A program that reads frames from its standard input and writes a film: the user's ffmpeg.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace mariani::app {

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

}  // namespace mariani::app
