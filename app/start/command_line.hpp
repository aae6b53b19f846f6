// The command line, with the commands of all workloads.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/papers/paper_tools.hpp"

#include <span>
#include <string>

namespace mariani::app {

// See parse_command_line() of two arguments.
CommandLine parse_command_line(std::span<const std::string> arguments);

// What the window tests the papers' claims with.
PaperTools paper_tools();

}  // namespace mariani::app
