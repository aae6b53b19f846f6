// Measures an experiment: on the sizes that fit the machine and the time it may take.
#pragma once

#include "app/measure/experiment.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace mariani::app {

// How far an experiment has come, and whether its time is up. words() are for any thread, all else
// for the one that runs it.
class ExperimentClock {
  public:
    using Time = std::chrono::steady_clock;
    explicit ExperimentClock(std::function<Time::time_point()> now = Time::now)
        : now_(std::move(now)) {}

    void begin(double minutes);
    bool time_is_up() const;

    void at(ImageSize size, std::size_t done, std::size_t total);
    std::string words() const;  // "1024x1024: run 34 of 120"

  private:
    std::function<Time::time_point()> now_;
    Time::time_point begun_;
    double minutes_ = 0;
    mutable std::mutex mutex_;
    std::string words_ = "starting";
};

// Makes engines that hold no memory yet: each size has its own.
using MakeEngines = std::function<RunEngine()>;

// Size by size, from small to large; each row once unmeasured, then `repeat` times in an order that
// is random in every round. A row that takes ten times as long as Ex is run once. Ex on one size
// after the other tells how long the rows will take: sizes beyond experiment.minutes, or beyond the
// memory, are left out; so is what these minutes end before, but for the first row, Ex where there
// is one. Rows are those of the record where there is one. Nothing when stopped; throws
// std::runtime_error where no row fits.
std::optional<ExperimentRecord> run_experiment(const Experiment& experiment,
                                               const MakeEngines& engines,
                                               const std::stop_token& stop, ExperimentClock& clock);

}  // namespace mariani::app
