#include "app/command_line/workload_rounds.hpp"

#include "app/files/standard_streams.hpp"
#include "compute/model/text.hpp"

#include <fmt/core.h>

namespace mariani::app {

void report_interrupted(std::string_view command, int done, int total) {
    print_notice(fmt::format("{}: interrupted after {} of {} runs; nothing was written", command,
                             done, total));
}

std::string runs_text(const std::vector<double>& ms) {
    std::string text;
    for (const double run : ms) {
        if (!text.empty()) text += ' ';
        text += to_text(run);
    }
    return text;
}

}  // namespace mariani::app
