// Requests measured side by side, so that a busy moment of the machine affects all of them alike.
#pragma once

#include "app/measure/run_engine.hpp"
#include "app/measure/spread.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct Contestant {
    FrameRequest request;
    std::vector<EngineStats> runs = {};        // measured ones, in the order in which they ran
    FramePlan plan = {};                       // of the last run
    std::vector<EngineStats> unmeasured = {};  // the warm-up run, once it is done
    bool out_of_memory = false;                // in the warm-up: it has no other runs
    bool cut_short = false;                    // the time was up before its last run
    std::string failure = {};  // why a run failed, or may not start: no more runs follow
};

struct Rounds {
    int repeat = 5;
    // If the unmeasured run takes longer, it is not repeated: that run counts.
    double hopeless_ms = std::numeric_limits<double>::infinity();
    std::function<bool()> time_is_up = [] { return false; };  // once true, it stays true
    std::optional<int> seed = {};  // of the order; without one it differs each time
    bool keep_failures = false;    // a failure ends only its own contestant's runs
};

// Called after every run; the unmeasured ones are run 0.
using RunDone = std::function<void(const Frame&, int run)>;

// The order of runs: `repeat` rounds of all, each in its own order determined by the seed.
std::vector<std::size_t> order_of_rounds(std::size_t contestants, int repeat, int seed);

// Runs each contestant once unmeasured, then `repeat` times, in an order that is random in every
// round; the first contestant, the reference for the others, warms up first. Once the time is up no
// run starts except that first one, and a contestant without measured runs keeps its unmeasured
// one. False if stopped. Throws what the engine throws, except for running out of memory and
// failures that are kept. There is at least one contestant.
bool run_rounds(std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
                const std::stop_token& stop, const RunDone& done);

// Ten times as long as Ex settles it. Long enough not to be just a busy moment.
inline double hopeless_ms(double ex_ms) {
    return std::max(10 * ex_ms, 20.0);
}

// Throws std::runtime_error unless the frame was computed with the requested scheme: otherwise its
// figures would be mislabelled.
void expect_asked_scheme(const Frame& frame);

Spread spread_of_ms(const std::vector<EngineStats>& runs);  // at least one run

}  // namespace mariani::app
