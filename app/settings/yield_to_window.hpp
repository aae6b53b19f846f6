// If the window's thread wants a core too, it goes first.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace mariani::app {

// Engines keep every core busy: lowers the priority of the calling thread and those it starts.
inline void yield_to_window() {
    constexpr int niceness = 5;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

}  // namespace mariani::app
