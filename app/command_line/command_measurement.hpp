// A command as a measurement: what `bench` and `check` find, as values instead of texts.
#pragma once

#include "app/command_line/workload_commands.hpp"
#include "app/measure/rounds.hpp"
#include "app/papers/claim.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// "bench --n 4" as arguments, cut at blanks.
std::vector<std::string> words_of(std::string_view command);

// Runs `bench` or `check`, given with its arguments, and keeps each engine's rows: its times (none
// if it lost work), and every column that is a number ("yes" and "kept" are 1, "no" and "broken"
// 0). `run` computes the frames of the Mandelbrot set. Nothing if stopped. Throws what the command
// throws, and UsageError for one that also writes a file.
std::optional<Result> measure_command(const std::string& text,
                                      std::span<const MakeWorkloadCommands> workloads,
                                      const RunEngine& run, const std::stop_token& stop);

}  // namespace mariani::app
