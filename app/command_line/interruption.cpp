#include "app/command_line/interruption.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace mariani::app {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// From the handler to the thread that waits. Open as long as the process lives, as a handler may
// still write when nobody listens any more.
struct Pipe {
    int read_end = -1, write_end = -1;
    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw std::runtime_error("there is no pipe to wait for Ctrl+C");
        read_end = ends[0];
        write_end = ends[1];
    }
};

const Pipe& signal_pipe() {
    static const Pipe pipe;
    return pipe;
}

std::atomic<int> listener = -1;
constexpr char interrupted = 1, over = 0;

void tell_listener(char what) {
    [[maybe_unused]] const auto written = write(listener, &what, 1);
}

void on_signal(int) {
    const int before = errno;
    tell_listener(interrupted);
    errno = before;
}

char wait_for_byte(int from) {
    char byte = over;
    while (read(from, &byte, 1) < 0 && errno == EINTR) {
    }
    return byte;
}

// Closing the terminal ends a command, unless nohup keeps it running.
void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

}  // namespace

Interruption::Interruption() {
    const Pipe& pipe = signal_pipe();
    listener = pipe.write_end;
    waiter_ = std::jthread([this, &pipe] {
        while (wait_for_byte(pipe.read_end) == interrupted) source_.request_stop();
    });
    for (const int signal : signals) handle(signal, on_signal);
}

Interruption::~Interruption() {
    for (const int signal : signals) handle(signal, SIG_DFL);
    tell_listener(over);
    waiter_.join();
}

}  // namespace mariani::app
