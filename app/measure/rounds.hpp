// Requests measured side by side, so that a busy moment of the machine hits all of them alike.
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
    std::vector<EngineStats> unmeasured = {};  // the run that warms up, once it is done
    bool out_of_memory = false;                // in that run: it has no others
    bool cut_short = false;                    // the time was up before its last run
    std::string failure = {};  // why a run failed, or may not begin: it has no more of them
};

struct Rounds {
    int repeat = 5;
    // What takes longer in its unmeasured run is not run again: this one counts.
    double hopeless_ms = std::numeric_limits<double>::infinity();
    std::function<bool()> time_is_up = [] { return false; };  // once it is, it stays so
    std::optional<int> seed = {};  // of the order; without one it is another each time
    bool keep_failures = false;    // a failure ends the runs of its contestant alone
};

// Told of every run that is done, the unmeasured ones as run 0.
using RunDone = std::function<void(const Frame&, int run)>;

// Who runs when: `repeat` rounds of all, each in an order of its own that the seed determines.
std::vector<std::size_t> order_of_rounds(std::size_t contestants, int repeat, int seed);

// Runs each contestant once unmeasured, then `repeat` times, in an order that is random in every
// round; the first contestant, which the others are held against, warms up first. Once the time is
// up no run begins but that first one, and who has no measured run keeps the unmeasured one. False
// when stopped. Errors as the engine's, but for a lack of memory and failures that are kept. There
// is at least one contestant.
bool run_rounds(std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
                const std::stop_token& stop, const RunDone& done);

// Ten times as long as Ex, which says enough of it. Not what may be a busy moment only.
inline double hopeless_ms(double ex_ms) {
    return std::max(10 * ex_ms, 20.0);
}

// Throws std::runtime_error where the frame was not computed with the scheme asked for: its figures
// would bear a wrong name.
void expect_asked_scheme(const Frame& frame);

Spread spread_of_ms(const std::vector<EngineStats>& runs);  // not of none

}  // namespace mariani::app
