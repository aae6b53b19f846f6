#include "app/command_line/interruption.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <semaphore.h>

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

}  // namespace mariani::app
