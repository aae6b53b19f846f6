// Options of Life on fractals that commands and the window take alike, defined in
// gasket_parser.cpp.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/command_line/gasket/gasket_setup.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <string>
#include <utility>

namespace mariani::app {

// --fractal, --rule, --density and --seed.
void add_life_options(OptionParser& parser, GasketRequest& request);
void add_level(OptionParser& parser, GasketRequest& request);
// --rho, --tile and --fuse.
void add_method(OptionParser& parser, GasketRequest& request);

// The values of --center, in cells, and --height. Throw UsageError.
std::pair<double, double> center_of(const std::string& text);
double height_of(const std::string& text);

}  // namespace mariani::app
