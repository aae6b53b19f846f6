// The options of the window itself, whatever it shows.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"

namespace mariani::app {

void add_window_options(OptionParser& parser, WindowCommand& command);

}  // namespace mariani::app
