// Experiments as JSON files. Version 1; all fields are required unless marked; no others may exist:
//
//   mariani_experiment  1
//   title               a line
//   view                {center_re, center_im, height_im}: texts, which keep all digits, or numbers
//   dwell, precision, backend, fill, shortcuts, threads     as on the command line
//   repeat              measured runs of each row
//   minutes             the time limit for everything: what exceeds it is left out
//   cases               list of {engine, sizes ["WxH"], largest, block ["WxH"]}, and except for ex
//                       {scheme, g, r, B}: every value of a list with every other. largest: only
//                       the largest of the sizes that fits
//   record              (may be missing) the results:
//     time, machine {mariani, system, cpu, gpu, driver}, device, backend, precision
//     rows              list of {engine, size, block, runs, ms_median, ms_min, ms_max, regions,
//                       pixels_filled, iterations} and except for ex {scheme, g, r, B}
//     left_out          list of texts: which sizes did not fit, and why
#pragma once

#include "app/measure/experiment.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace mariani::app {

std::string experiment_to_json(const Experiment& experiment);

// Throws std::invalid_argument: which field, why, what is allowed.
Experiment experiment_from_json(std::string_view text);

// As above, with the file's name in the message; std::runtime_error if it cannot be read.
Experiment read_experiment(const std::filesystem::path& path);

}  // namespace mariani::app
