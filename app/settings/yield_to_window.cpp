#include "app/settings/yield_to_window.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace mariani::app {

void yield_to_window() {
    constexpr int niceness = 5;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

}  // namespace mariani::app
