#include "app/window/termination.hpp"

#include <csignal>

namespace mariani::app {
namespace {

volatile std::sig_atomic_t signalled = 0;

constexpr int signals[] = {SIGTERM, SIGINT, SIGHUP};

}  // namespace

Termination::Termination() {
    signalled = 0;
    for (const int signal : signals) std::signal(signal, [](int) { signalled = 1; });
}

Termination::~Termination() {
    for (const int signal : signals) std::signal(signal, SIG_DFL);
}

bool Termination::requested() {
    return signalled != 0;
}

}  // namespace mariani::app
