// Runs of Life: what one sees of them in words and in the window's log, and measured ones of
// several engines of one problem, each from the same state, and mixed, so that a busy moment of the
// machine affects all of them alike.
#pragma once

#include "app/measure/spread.hpp"
#include "compute/workloads/gasket/engine.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct GasketMoment;

// "Life by B2/S23 on the fractal gasket of level 10, after 300 steps"
std::string gasket_title(const gasket::Problem& problem, std::int64_t steps);

// "Life by B2/S23 on the fractal gasket of level 10, after 300 steps: 9,843 of 59,049 cells (17 %)
// are alive.", with "and changes on the way" before the colon if it was altered.
std::string sentence_of(const GasketMoment& moment);

// A row of the log: a moment with an engine.
nlohmann::ordered_json log_row(const GasketMoment& moment,
                               std::chrono::system_clock::time_point time);

struct GasketRun {
    std::chrono::system_clock::time_point time;  // when it was done
    std::size_t engine;                          // of those added
    int number;                                  // of this engine's, from 1
    double ms;                                   // of all its steps
};

class GasketRuns {
  public:
    GasketRuns(gasket::Problem problem, const gasket::Method& method, Backend backend,
               gasket::State state);

    // Warms an engine of the problem up, and measures it from now on in runs of so many steps;
    // nothing: of as many as take some ms. False if stopped. Throws what engines throw.
    bool add(gasket::EngineKind kind, std::unique_ptr<gasket::Engine> engine,
             std::optional<std::int64_t> steps, const std::stop_token& stop);
    // All in so many rounds, each of random order. False if stopped. Throws what engines throw.
    bool measure(int repeat, const std::stop_token& stop, std::atomic<int>& done);

    const std::vector<GasketRun>& runs() const { return runs_; }  // as they ran
    std::size_t count() const { return lanes_.size(); }           // of engines
    gasket::EngineKind kind(std::size_t engine) const { return lanes_[engine].kind; }
    std::int64_t bytes(std::size_t engine) const { return lanes_[engine].bytes; }
    // ms a step, of its runs.
    std::vector<double> step_ms_of(std::size_t engine) const;

  private:
    struct Lane {
        gasket::EngineKind kind;
        std::int64_t steps;                      // of a run
        std::int64_t bytes;                      // of its state, both buffers
        std::unique_ptr<gasket::Engine> engine;  // null: too large to be kept
    };

    std::optional<double> take_steps(gasket::Engine& engine, std::int64_t steps,
                                     const std::stop_token& stop) const;
    bool run(std::size_t which, int round, const std::stop_token& stop);

    gasket::Problem problem_;
    gasket::Method method_;
    Backend backend_;
    gasket::State state_;
    std::vector<Lane> lanes_;
    std::vector<GasketRun> runs_;
    std::int64_t kept_bytes_ = 0;
};

// An engine's runs in a few figures.
struct GasketEngineTimes {
    gasket::EngineKind engine;
    Spread step_ms;
    std::int64_t bytes = 0;  // of its state, both buffers
};

// The times of all engines that fit a problem, the plainest first.
struct GasketTimes {
    gasket::Problem problem;
    gasket::Method method;
    Backend backend = Backend::cpu;
    std::vector<GasketEngineTimes> engines;

    // BB's median over an engine's; nothing if BB does not fit.
    std::optional<double> speedup(const GasketEngineTimes& engine) const;
};

// By rho, and then by level; each of a random state of its own.
using GasketSizes = std::vector<GasketTimes>;

// How many times shorter an engine takes than BB's median, with the range of its own runs; nothing
// if BB does not fit.
std::optional<Spread> speedup_range(const GasketTimes& times, const GasketEngineTimes& engine);

GasketTimes times_of(const GasketRuns& runs, gasket::Problem problem, const gasket::Method& method,
                     Backend backend);

}  // namespace mariani::app
