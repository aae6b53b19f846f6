// The options of the window itself, whatever it shows.
#pragma once

#include "app/command_line/commands.hpp"

#include <CLI/CLI.hpp>

namespace mariani::app {

void add_window_options(CLI::App& app, WindowCommand& command);

}  // namespace mariani::app
