// Measured runs of several engines on one problem, each from the same state.
#pragma once

#include "app/command_line/gasket/gasket_setup.hpp"
#include "app/measure/energy_meter.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/gasket_runs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct GasketMeasurement {
    GasketSetup setup;  // without engines that turned out not to fit
    int steps = 1;      // of a run
    std::string device;
    std::vector<GasketRun> runs;        // as they ran
    std::vector<std::int64_t> bytes;    // of each engine's state, both buffers
    std::vector<FrameEnergy> energies;  // of a run of each engine, if they were measured
    double floor_ms = 0;  // to set the bytes of two states of a bit for each cell: a step's least

    std::vector<double> step_ms_of(std::size_t engine) const;  // ms a step, of its runs
    std::optional<double> bb_step_ms() const;  // the median of BB, if it is among the engines
    // How many times smaller the state is than with a byte for each of the n x n cells.
    double times_smaller(std::size_t engine) const;
};

// Each engine once to warm up, then all in so many rounds, each of random order. Nothing if
// stopped. Throws what engines throw, and UsageError if no engine is left.
std::optional<GasketMeasurement> measure_gasket(const GasketSetup& setup, int steps, int repeat,
                                                const std::stop_token& stop,
                                                std::atomic<int>& done);

// The energies. False if stopped.
bool measure_energies(GasketMeasurement& measured, const std::stop_token& stop,
                      const OpenCounter& open = open_energy_counter);

}  // namespace mariani::app
