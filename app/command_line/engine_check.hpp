// A check of a workload's engines: what `check` prints and writes of any workload beside the
// Mandelbrot set. The workload compares them with its oracle, and says what it found.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct CheckFindings {
    std::string report;
    std::vector<nlohmann::ordered_json> rows;  // of the table, at least one
    bool right;                                // else the exit status is 1
};

struct CheckPlan {
    std::string_view contestant;  // what is checked: "engine"
    std::size_t count;
    // Nothing if stopped. It may be left behind by Ctrl+C, so it owns what it uses.
    std::function<std::optional<CheckFindings>(const std::stop_token& stop, std::atomic<int>& done)>
        run;
};

// Returns the exit status, or throws.
int run_check(const CheckPlan& plan, const std::optional<std::filesystem::path>& output);

}  // namespace mariani::app
