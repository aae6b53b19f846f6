#include "app/command_line/interruption.hpp"

#include <csignal>

namespace mariani::app {
namespace {

// Closing the terminal ends a command, unless nohup keeps it running.
bool hangup_ends() {
    struct sigaction hangup {};
    return sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN;
}

sigset_t ending_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    if (hangup_ends()) sigaddset(&set, SIGHUP);
    return set;
}

}  // namespace

Interruption::Interruption() {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    waiter_ = std::jthread([this, signals](const std::stop_token& done) {
        for (int signal = 0; sigwait(&signals, &signal) == 0 && !done.stop_requested();)
            source_.request_stop();
    });
}

Interruption::~Interruption() {
    waiter_.request_stop();
    pthread_kill(waiter_.native_handle(), SIGTERM);  // wakes it
    waiter_.join();
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace mariani::app
