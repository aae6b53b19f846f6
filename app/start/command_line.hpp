// The command line, with the commands of all workloads.
#pragma once

#include "app/command_line/commands.hpp"

#include <span>
#include <string>

namespace mariani::app {

// See parse_command_line() of two arguments.
CommandLine parse_command_line(std::span<const std::string> arguments);

}  // namespace mariani::app
