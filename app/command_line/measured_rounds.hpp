// Measured runs of several contestants, as a terminal sees them.
#pragma once

#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/files/standard_streams.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

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

// The same for a bench of the plans of its Rounds, with energies if it asks for them.
template <typename Rounds, typename Bench>
bool measure_bench(Rounds& rounds, const Bench& bench, const Interruption& interruption) {
    if (!measure_with_progress(rounds, "bench", bench.plans.size(), bench.repeat, interruption))
        return false;
    std::atomic<int> energies{0};
    if (!bench.energy || rounds.measure_energies(interruption.token(), energies)) return true;
    print_notice("bench: interrupted; nothing was written");
    return false;
}

// The rows of every cell of a sweep; `measure` counts the runs that are done, and returns nothing
// if stopped. Nothing if interrupted, which it says.
template <typename Rows, typename Plans>
std::optional<std::vector<Rows>> measure_cells(
    const std::vector<Plans>& cells, int repeat, const Interruption& interruption,
    std::optional<Rows> (*measure)(const Plans&, int, const std::stop_token&, std::atomic<int>&)) {
    std::atomic<int> done{0};
    int total = 0;
    for (const Plans& plans : cells) total += static_cast<int>(plans.size()) * repeat;
    std::vector<Rows> all;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", done + 1, total); });
        for (const Plans& plans : cells) {
            auto rows = measure(plans, repeat, interruption.token(), done);
            if (!rows) break;
            all.push_back(std::move(*rows));
        }
    }
    if (all.size() == cells.size()) return all;
    report_interrupted("sweep", done, total);
    return std::nullopt;
}

}  // namespace mariani::app
