// Options of Life on fractals that commands and the window take alike, defined in
// gasket_parser.cpp.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/workloads/gasket/setup.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

// --fractal, --rule and those of numbers, but for some.
void add_life_options(OptionParser& parser, GasketRequest& request,
                      std::initializer_list<std::string_view> left_out = {});

// Where it runs. Throws UsageError where an option is given that no engine uses of those named.
void complete(GasketRequest& request, const OptionParser& parser, const SettingsEdits& machine);

// The values of --center, in cells, and --height. Throw UsageError.
std::pair<double, double> center_of(const std::string& text);
double height_of(const std::string& text);

}  // namespace mariani::app
