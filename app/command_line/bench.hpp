// What `bench` measures of the Mandelbrot set.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/reports.hpp"

#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::app {

struct MeasuredBench {
    std::vector<Contestant> contestants;  // at least one, each with its runs
    BenchEnergies energies;
};

// Nothing if stopped. Throws what the command throws.
std::optional<MeasuredBench> measure_bench(const BenchCommand& command, const RunEngine& run,
                                           const std::stop_token& stop);

}  // namespace mariani::app
