// Options of volumes that commands and the window take alike.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/workloads/volume_planes.hpp"
#include "compute/service/volume_request.hpp"

namespace mariani::app {

// --function, --k, --dwell, --center, --height and --precision.
void add_domain(OptionParser& parser, volume::Request& request);
// --n.
void add_shortcuts(OptionParser& parser, volume::Request& request);
void add_side(OptionParser& parser, volume::Request& request);
// --g, --r and --B.
void add_subdivision(OptionParser& parser, volume::Request& request);
// --pool.
void add_pool(OptionParser& parser, volume::Request& request);
// Of one engine: --engine, --scheme, --rule, --encoding, --order and --pool.
void add_engine(OptionParser& parser, volume::Request& request);
// --slice.
void add_slice(OptionParser& parser, const char* description, VolumeCut& cut);

// Throws UsageError.
volume::Plan plan_of(const volume::Request& request);

}  // namespace mariani::app
