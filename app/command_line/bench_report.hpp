// What `bench` prints about its measurements.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/measure/tunings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The view, the parameters and the machine, one line each. `device` is what computed; `tuned` is
// empty if the parameters are the command's own.
std::string bench_head(const FramePlan& plan, const std::string& device, int repeat,
                       const std::vector<Tuning>& tuned);

// A row for each contestant, with the median of its runs beside that of Ex. `fma_peak` is a core's
// peak in fused multiply-adds per second; nullopt if unknown.
std::string bench_table(const std::vector<Contestant>& all, std::optional<double> fma_peak);

// What was iterated for what: the borders of regions or the insides of leaves (all of Ex); and the
// number of kernel launches.
std::string bench_work(const std::vector<Contestant>& all);

}  // namespace mariani::app
