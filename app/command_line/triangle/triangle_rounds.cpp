#include "app/command_line/triangle/triangle_rounds.hpp"

#include "app/command_line/progress_line.hpp"
#include "app/command_line/workload_rounds.hpp"

#include <atomic>

#include <fmt/format.h>

namespace mariani::app {

bool measure_with_progress(TriangleRounds& rounds, std::string_view command, std::size_t maps,
                           int repeat, const Interruption& interruption) {
    std::atomic<int> done{0};
    const int total = static_cast<int>(maps) * repeat;
    bool finished = false;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", done + 1, total); });
        finished = rounds.measure(repeat, interruption.token(), done);
    }
    if (!finished) report_interrupted(command, done, total);
    return finished;
}

}  // namespace mariani::app
