// The measurements of `bench`: who runs, in which order, and what came out.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timing_log.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <atomic>
#include <functional>
#include <stop_token>
#include <vector>

namespace mariani::app {

// One for each engine and scheme; Ex, which has no regions, once. Those that
// cannot be are left out; throws a UsageError where none is left.
std::vector<Contestant> contestants(const BenchCommand& command, const FrameRequest& request);

struct BenchProgress {
    std::atomic<int> done{0};  // of runs, the warm-up included
    int total = 0;
};

// As run_rounds. `row` is called after each measured run. False when stopped; throws std::bad_alloc
// where one of them found too little memory.
bool run_all(std::vector<Contestant>& contestants, int repeat, EngineDispatcher& dispatcher,
             std::stop_token stop, BenchProgress& progress,
             const std::function<void(const TimingRow&)>& row);

}  // namespace mariani::app
