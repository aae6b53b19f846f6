// Measured runs of several maps under one test, mixed, so that a busy moment of the machine affects
// all of them alike.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "compute/service/triangle.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct TriangleRun {
    std::chrono::system_clock::time_point time;  // when it was done
    std::size_t map;                             // in the plans
    int number;                                  // of this map's, from 1
    triangle::RunStats stats;
};

// The plans differ by map only, or by grid; there is at least one. They must outlive this.
class TriangleRounds {
  public:
    explicit TriangleRounds(const std::vector<triangle::Plan>& plans);

    // Each once to warm up, then all in so many rounds, each of random order. False if stopped.
    // Throws what a runner throws.
    bool measure(int repeat, const std::stop_token& stop, std::atomic<int>& done);

    // Of a run of each map, after measure(). False if stopped.
    bool measure_energies(const std::stop_token& stop, std::atomic<int>& done,
                          const OpenCounter& open = open_energy_counter);

    const std::vector<TriangleRun>& runs() const { return runs_; }  // as they ran
    std::vector<double> ms_of(std::size_t map) const;
    const triangle::RunStats& last_of(std::size_t map) const { return last_[map]; }
    std::optional<double> bb_ms() const;  // the median of BB, if it is among the maps
    double floor_ms() const { return floor_ms_; }
    // Of a map; nothing unless it was measured.
    std::optional<FrameEnergy> energy_of(std::size_t map) const;
    const std::string& device() const { return device_; }

  private:
    std::optional<triangle::RunStats> run(std::size_t map, const std::stop_token& stop);

    const std::vector<triangle::Plan>& plans_;
    bool keeps_all_;  // or one runner at a time: large triangles leave no room for two outputs
    std::vector<std::unique_ptr<triangle::Runner>> runners_;
    std::vector<TriangleRun> runs_;
    std::vector<triangle::RunStats> last_;  // of each map
    std::vector<FrameEnergy> energies_;
    double floor_ms_ = 0;
    std::string device_;
};

}  // namespace mariani::app
