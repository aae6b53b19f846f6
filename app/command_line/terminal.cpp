#include "app/command_line/terminal.hpp"

#include "app/settings/failure.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <semaphore.h>
#include <tuple>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// What a handler may touch. The semaphore wakes the thread that waits for one.
std::atomic<bool> caught = false;
sem_t& wake() {
    static sem_t semaphore;
    [[maybe_unused]] static const int made = sem_init(&semaphore, 0, 0);
    return semaphore;
}

void on_signal(int) {
    const int before = errno;
    caught = true;
    sem_post(&wake());
    errno = before;
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

std::atomic<bool> left_behind{false};

struct Ending {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool done = false;
    std::exception_ptr failure;
};

}  // namespace

Interruption::Interruption() {
    while (sem_trywait(&wake()) == 0) {  // what came too late for the one before
    }
    caught = false;
    waiter_ = std::jthread([this](const std::stop_token& over) {
        while (!over.stop_requested()) {
            sem_wait(&wake());
            if (caught) source_.request_stop();
        }
    });
    for (const int signal : signals) handle(signal, on_signal);
}

Interruption::~Interruption() {
    for (const int signal : signals) handle(signal, SIG_DFL);
    waiter_.request_stop();
    sem_post(&wake());
    waiter_.join();
}

bool finish_or_leave(const Interruption& interruption,
                     std::function<void(const std::stop_token&)> work) {
    constexpr auto patience = std::chrono::milliseconds(20);
    const auto ending = std::make_shared<Ending>();
    std::thread worker([ending, work = std::move(work), stop = interruption.token()] {
        std::exception_ptr failure;
        try {
            work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(ending->mutex);
        ending->failure = failure;
        ending->done = true;
        ending->changed.notify_all();
    });
    std::unique_lock lock(ending->mutex);
    const auto is_done = [&] { return ending->done; };
    if (!ending->changed.wait(lock, interruption.token(), is_done) &&
        !ending->changed.wait_for(lock, patience, is_done)) {
        worker.detach();
        left_behind = true;
        return false;
    }
    lock.unlock();
    worker.join();
    if (ending->failure) std::rethrow_exception(ending->failure);
    return !interruption.happened();
}

int end_interrupted() {
    if (left_behind) {
        std::fflush(nullptr);
        std::_Exit(Interruption::exit_status);
    }
    return Interruption::exit_status;
}

ProgressLine::ProgressLine(std::function<std::string()> text, WithoutTerminal otherwise) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    if (!terminal && otherwise == WithoutTerminal::nothing) return;
    writer_ = std::jthread([text = std::move(text), terminal](std::stop_token done) {
        const auto interval = std::chrono::milliseconds(terminal ? 200 : 60'000);
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        bool shown = false;
        // The first line comes after an interval: what finishes earlier needs none.
        while (!wake.wait_for(lock, done, interval, [] { return false; })) {
            if (done.stop_requested()) break;
            // A momentary lack of memory costs only this line.
            std::ignore = failure_of([&] {
                std::fputs((terminal ? "\r\033[K" + text() : text() + "\n").c_str(), stderr);
                std::fflush(stderr);
            });
            shown = terminal;
        }
        if (shown) std::fputs("\r\033[K", stderr);
    });
}

ProgressLine::~ProgressLine() = default;

}  // namespace mariani::app
