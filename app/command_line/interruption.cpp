#include "app/command_line/interruption.hpp"

#include <csignal>
#include <ctime>

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
    waiter_ = std::jthread([this, signals](std::stop_token done) {
        constexpr timespec patience{0, 50'000'000};
        while (!done.stop_requested())
            if (sigtimedwait(&signals, nullptr, &patience) > 0) source_.request_stop();
    });
}

Interruption::~Interruption() {
    waiter_ = {};
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace mariani::app
