// Measured runs of several contestants of one workload, mixed, so that a busy moment of the machine
// affects all of them alike.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Calls run(which, round) for each of `contestants` in each round, counted from 1; every round has
// a random order of its own. Counts the runs done. False if a run was stopped, which run() says by
// false: none follows.
bool in_random_rounds(std::size_t contestants, int repeat, std::atomic<int>& done,
                      const std::function<bool(std::size_t, int)>& run);

// Says so on stderr.
void report_interrupted(std::string_view command, int done, int total);

// Times in the order of the runs, separated by blanks: one field of a table.
std::string runs_text(const std::vector<double>& ms);

}  // namespace mariani::app
