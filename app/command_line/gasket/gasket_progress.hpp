// Measurements of the workload, interruptible and with their progress shown.
#pragma once

#include "app/command_line/interruptible_work.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/workload_rounds.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {

// The result of `measure`, which counts the runs done and must own what it uses. Nothing if
// interrupted, which is said.
template <typename Result>
std::optional<Result> measure_with_progress(
    std::string_view command, int runs, const Interruption& interruption,
    std::function<std::optional<Result>(const std::stop_token&, std::atomic<int>&)> measure) {
    const auto done = std::make_shared<std::atomic<int>>(0);
    std::optional<Result> result;
    {
        const ProgressLine line([=] { return fmt::format("run {} of {}", *done + 1, runs); });
        result = finish_or_leave<Result>(
            interruption, [done, measure = std::move(measure)](const std::stop_token& stop) {
                return measure(stop, *done);
            });
    }
    if (!result) report_interrupted(command, *done, runs);
    return result;
}

}  // namespace mariani::app
