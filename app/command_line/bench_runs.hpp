// The measurements of `bench`: what runs, in which order, and the results.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timing_log.hpp"

#include <atomic>
#include <functional>
#include <stop_token>
#include <vector>

namespace mariani::app {

// One for each engine and scheme; only one for Ex, which has no regions. Combinations that do not
// exist are left out, and with a line on stderr those that another engine would compute; throws
// UsageError if none remains.
std::vector<Contestant> contestants(const BenchCommand& command, const FrameRequest& request);

struct BenchProgress {
    std::atomic<int> done{0};  // runs, warm-up included
    int total = 0;
};

// Like run_rounds. `row` is called after each measured run.
bool run_all(std::vector<Contestant>& contestants, int repeat, const RunEngine& run,
             const std::stop_token& stop, BenchProgress& progress,
             const std::function<void(const TimingRow&)>& row);

}  // namespace mariani::app
