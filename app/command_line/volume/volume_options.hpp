// Options of volumes that commands and the window take alike.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/workloads/volume_planes.hpp"
#include "compute/service/volume_request.hpp"

#include <initializer_list>
#include <string_view>

namespace mariani::app {

// Those of the knobs, but for some that are left out, and --center.
void add_problem(OptionParser& parser, volume::Request& request,
                 std::initializer_list<std::string_view> left_out = {});
// --engine, where there is one.
void add_engine(OptionParser& parser, volume::Request& request);
// --slice.
void add_slice(OptionParser& parser, const char* description, VolumeCut& cut);

// Throws UsageError where an option is given that the engine does not use.
void refuse_unused(const OptionParser& parser, volume::EngineKind engine);

// Throws UsageError.
volume::Plan plan_of(const volume::Request& request);

}  // namespace mariani::app
