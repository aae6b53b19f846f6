// Measures an experiment: on the sizes that fit the machine and the time limit.
#pragma once

#include "app/measure/experiment.hpp"
#include "app/measure/party.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace mariani::app {

// An experiment's progress, and whether its time is up. text() may be called on any thread, the
// rest only on the one that runs the experiment.
class ExperimentClock {
  public:
    using Time = std::chrono::steady_clock;
    explicit ExperimentClock(std::function<Time::time_point()> now = Time::now)
        : now_(std::move(now)) {}

    void begin(double minutes);
    bool time_is_up() const;

    void at(ImageSize size, std::size_t done, std::size_t total);
    std::string text() const;  // "1024x1024: run 34 of 120"

  private:
    std::function<Time::time_point()> now_;
    Time::time_point begun_;
    double minutes_ = 0;
    mutable std::mutex mutex_;
    std::string text_ = "starting";
};

// Creates engines that hold no memory yet: each size has its own.
using MakeEngines = std::function<RunEngine()>;

// Goes from small sizes to large. Each row runs once unmeasured, then `repeat` times in an order
// that is random in every round; a row that takes ten times as long as Ex is run once. Ex on one
// size after the other predicts how long the rows will take. Sizes beyond experiment.minutes or the
// memory are left out, and so are rows cut off by the time limit, except the first row (Ex if there
// is one). The rows are those of the record if there is one. nullopt if stopped; throws
// std::runtime_error if no row fits. A party measures the sizes that fit its leader, a few rows at
// a time: all runs of a row are of one process, and the leader's record has all rows.
std::optional<ExperimentRecord> run_experiment(const Experiment& experiment,
                                               const MakeEngines& engines,
                                               const std::stop_token& stop, ExperimentClock& clock,
                                               Party* party = nullptr);

}  // namespace mariani::app
