// Experiments as files, JSON. Version 1, all fields but those marked are needed, no others may be:
//
//   mariani_experiment  1
//   title               a line
//   view                {center_re, center_im, height_im}
//   dwell, precision, backend, fill, shortcuts, threads     as the command line has them
//   repeat              measured runs of each row
//   minutes             how long all may take: what is beyond it is left out
//   cases               list of {engine, sizes ["WxH"], largest, block ["WxH"]}, and but for ex
//                       {scheme, g, r, B}: every value of a list with every other. largest: of the
//                       sizes only the largest that fits
//   record              (may be missing) what came of it:
//     time, machine {mariani, system, cpu, gpu, driver}, device, backend, precision
//     rows              list of {engine, size, block, runs, ms_median, ms_min, ms_max, regions,
//                       pixels_filled, iterations} and but for ex {scheme, g, r, B}
//     left_out          list of texts: which sizes did not fit, and why
#pragma once

#include "app/measure/experiment.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace mariani::app {

std::string experiment_to_json(const Experiment& experiment);

// Throws std::invalid_argument: which field, why, what may be.
Experiment experiment_from_json(std::string_view text);

// As above, with the file's name in what is thrown; std::runtime_error where it cannot be read.
Experiment read_experiment(const std::filesystem::path& path);

}  // namespace mariani::app
