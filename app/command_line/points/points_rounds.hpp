// Measured runs of several engines over the same points, mixed, so that a busy moment of the
// machine affects all of them alike.
#pragma once

#include "app/command_line/interruption.hpp"
#include "app/measure/energy_meter.hpp"
#include "compute/service/points.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

struct PointsRun {
    std::chrono::system_clock::time_point time;  // when it was done
    std::size_t engine;                          // in the plans
    int number;                                  // of this engine's, from 1
    points::RunStats stats;
};

// The plans differ by engine only; there is at least one. They must outlive this.
class PointsRounds {
  public:
    explicit PointsRounds(const std::vector<points::Plan>& plans);

    // Each once to warm up, then all in so many rounds, each of random order. False if stopped.
    // Throws what a runner throws.
    bool measure(int repeat, const std::stop_token& stop, std::atomic<int>& done);

    // Of a run of each engine, after measure(). False if stopped.
    bool measure_energies(const std::stop_token& stop);

    const std::vector<PointsRun>& runs() const { return runs_; }  // as they ran
    std::vector<double> ms_of(std::size_t engine) const;
    const points::RunStats& last_of(std::size_t engine) const { return last_[engine]; }
    std::optional<double> dp_ms() const;  // the median of DP, if it is among the engines
    const std::vector<points::LevelStats>& levels() const { return levels_; }  // of any engine
    double floor_ms() const { return floor_ms_; }
    // Of an engine; nothing unless it was measured.
    std::optional<FrameEnergy> energy_of(std::size_t engine) const;
    const std::string& device() const { return device_; }

  private:
    std::optional<points::RunStats> run(std::size_t engine, const std::stop_token& stop);
    bool warm_up(std::size_t engine, const std::stop_token& stop);

    const std::vector<points::Plan>& plans_;
    bool keeps_all_;  // or one runner at a time: many points leave no room for all
    std::vector<std::unique_ptr<points::Runner>> runners_;
    std::vector<PointsRun> runs_;
    std::vector<points::RunStats> last_;  // of each engine
    std::vector<points::LevelStats> levels_;
    std::vector<FrameEnergy> energies_;
    double floor_ms_ = 0;
    std::string device_;
};

// Measures and shows how far it is. False if interrupted, which it says: nothing is written then.
bool measure_with_progress(PointsRounds& rounds, std::string_view command, std::size_t engines,
                           int repeat, const Interruption& interruption);

}  // namespace mariani::app
