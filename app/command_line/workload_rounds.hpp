// What the commands that measure a workload beside the Mandelbrot set say of their rounds.
#pragma once

#include "compute/model/energy.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Says so on stderr.
void report_interrupted(std::string_view command, int done, int total);

// Times in the order of the runs, separated by blanks: one field of a table.
std::string runs_text(const std::vector<double>& ms);

// The fields of a row for what a run of so many cells takes: empty where it was not measured.
void add_energy(nlohmann::ordered_json& row, const std::optional<FrameEnergy>& energy,
                double cells);

}  // namespace mariani::app
