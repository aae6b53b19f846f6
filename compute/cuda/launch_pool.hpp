// What host and device tell each other of launches that the device makes.
#pragma once

#include "compute/cuda/control.hpp"

namespace mariani::cuda {

// All 0 at a run's begin.
struct LaunchPool {
    unsigned pending;
    unsigned most_pending;
    Count launches;         // but for those that failed
    Count failed_launches;  // beyond the pool's size, or refused by CUDA
};

}  // namespace mariani::cuda
