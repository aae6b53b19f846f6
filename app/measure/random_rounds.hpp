// Measured runs of several contestants of a workload beside the Mandelbrot set, mixed, so that a
// busy moment of the machine affects all of them alike.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace mariani::app {

// Calls run(which, round) for each of `contestants` in each round, counted from 1; every round has
// a random order of its own. Counts the runs done. False if a run was stopped, which run() says by
// false: none follows.
bool in_random_rounds(std::size_t contestants, int repeat, std::atomic<int>& done,
                      const std::function<bool(std::size_t, int)>& run);

}  // namespace mariani::app
