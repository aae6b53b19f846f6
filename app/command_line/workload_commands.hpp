// Commands of workloads beside the Mandelbrot set: `mariani bench --workload NAME ...`. One table
// has them all, in workload_commands.cpp; another workload is a line there.
#pragma once

#include "app/command_line/commands.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// The names of the workloads that have a command, the Mandelbrot set's first; every command has it.
std::vector<std::string_view> workloads_of(std::string_view command);

// Takes --workload out of the arguments; nothing if it is not there, or names the Mandelbrot set.
// The window's is an option of its own: `command` is empty, and nothing is taken.
// Throws UsageError for a workload or a command that there is not.
std::optional<CommandLine> parse_workload(std::string_view command,
                                          std::vector<std::string>& arguments);

}  // namespace mariani::app
