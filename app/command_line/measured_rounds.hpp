// Measured runs of several contestants, as a terminal sees them.
#pragma once

#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/workload_rounds.hpp"

#include <atomic>
#include <cstddef>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {

// Measures PlanRounds and shows how far it is. False if interrupted, which it says: nothing is
// written then.
template <typename Rounds>
bool measure_with_progress(Rounds& rounds, std::string_view command, std::size_t contestants,
                           int repeat, const Interruption& interruption) {
    std::atomic<int> done{0};
    const int total = static_cast<int>(contestants) * repeat;
    bool finished = false;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", done + 1, total); });
        finished = rounds.measure(repeat, interruption.token(), done);
    }
    if (!finished) report_interrupted(command, done, total);
    return finished;
}

}  // namespace mariani::app
