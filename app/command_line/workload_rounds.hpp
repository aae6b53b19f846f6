// What the commands that measure a workload beside the Mandelbrot set say of their rounds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Says so on stderr.
void report_interrupted(std::string_view command, int done, int total);

// Times in the order of the runs, separated by blanks: one field of a table.
std::string runs_text(const std::vector<double>& ms);

}  // namespace mariani::app
