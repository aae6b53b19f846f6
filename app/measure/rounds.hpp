// The one runner of measurements. It runs requests side by side, so that a busy moment of the
// machine affects all of them alike. How they warm up and how their runs are mixed is decided here
// alone: bench, race, sweep, tune, suite, experiment, check, energy and the cost model's
// measurement are plans for it. So are the contests of workloads beside the Mandelbrot set, for
// their order.
#pragma once

#include "app/measure/spread.hpp"
#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

// Computes a request on the calling thread, in its turn; nullopt if stopped. Throws what
// EngineDispatcher::compute throws.
using RunEngine = std::function<std::optional<Frame>(const FrameRequest&, std::stop_token)>;

// Nobody watches its frames' progress.
inline RunEngine engine_runner(EngineDispatcher engines) {
    return [engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               const FrameRequest& request, std::stop_token stop) {
        FrameProgress unwatched;
        return engines->compute(request, std::move(stop), unwatched);
    };
}

struct Contestant {
    FrameRequest request;
    std::vector<EngineStats> runs = {};        // measured ones, in the order in which they ran
    FramePlan plan = {};                       // of the last run
    std::vector<EngineStats> unmeasured = {};  // the warm-up run, once it is done
    bool cut_short = false;                    // the time was up before its last run
    std::string failure = {};  // why a run failed, or may not start: no more runs follow
};

// A failure that is kept ends only its own contestant's runs; any other is thrown.
enum class KeptFailures { none, lack_of_memory, all };

struct Rounds {
    std::optional<int> repeat = 5;  // none: until the time is up, keeping only the last run
    // If the unmeasured run takes longer, it is not repeated: that run counts.
    double hopeless_ms = std::numeric_limits<double>::infinity();
    std::function<bool()> time_is_up = [] { return false; };  // once true, it stays true
    std::optional<int> seed = {};  // of the order; without one it differs each time
    KeptFailures kept = KeptFailures::none;
    std::optional<std::chrono::seconds> patience = {};  // a longer unmeasured frame is a failure
    bool any_plan = false;  // a frame counts even if another plan than asked for made it
};

// Called with run 0 when a contestant is warm, then after each of its measured runs.
using RunDone = std::function<void(const Frame&, int run)>;

// Gives each round an order of its own; the seed determines all of them.
class Shuffler {
  public:
    explicit Shuffler(std::optional<int> seed = {});

    // Fisher-Yates by hand: std::shuffle may give a different order with another standard library.
    template <typename T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t left = values.size(); left > 1; --left)
            std::swap(values[left - 1], values[random_() % left]);
    }

  private:
    std::mt19937 random_;
};

// Runs each contestant once unmeasured, or as often as the engine `auto` needs to choose, then
// `repeat` times, in an order that is random in every round; the first contestant, the reference
// for the others, warms up first. Once the time is up no run starts except that first one, and a
// contestant without measured runs keeps its unmeasured one. False if stopped: the contestants have
// the runs finished by then. Throws what the engine throws, except for failures that are kept.
// There is at least one contestant.
bool run_rounds(
    std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
    const std::stop_token& stop, const RunDone& done = [](const Frame&, int) {});

// Ten times as long as Ex settles it. Long enough not to be just a busy moment.
inline double hopeless_ms(double ex_ms) {
    return std::max(10 * ex_ms, 20.0);
}

Spread spread_of_ms(const std::vector<EngineStats>& runs);  // at least one run

// Calls run(which, round) for each of `contestants` in each round, counted from 1; every round has
// a random order of its own. Counts the runs done. False if a run was stopped, which run() says by
// false: none follows.
bool in_random_rounds(std::size_t contestants, int repeat, std::atomic<int>& done,
                      const std::function<bool(std::size_t, int)>& run);

}  // namespace mariani::app
