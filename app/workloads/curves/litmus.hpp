// The litmus tests of launches from the device, all of them on one GPU: what was measured, beside
// what the textbook and CUDA say, and what one NVIDIA H200 gave.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/workloads/curves/litmus.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct LitmusOutcome {
    const curves::LitmusText* text = nullptr;    // of litmus_texts()
    std::optional<curves::LitmusCounts> counts;  // nothing: explained, not run
    bool operator==(const LitmusOutcome&) const = default;
};

struct MeasuredLitmuses {
    std::string device;
    std::vector<LitmusOutcome> outcomes;  // of all texts, in their order
};

using RunLitmus = std::function<std::optional<curves::LitmusCounts>(const curves::LitmusCase&)>;

// Why a backend has nothing to test, in words a user can act on; `cuda_unavailable` as resolve()
// has it.
std::optional<std::string> why_no_litmus(Backend backend,
                                         const std::optional<std::string>& cuda_unavailable);

// The outcome of each text, in their order. `done` counts those that were run. Nothing once `run`
// returns nothing, as it was stopped.
std::optional<std::vector<LitmusOutcome>> run_all_litmuses(const RunLitmus& run,
                                                           std::atomic<int>& done);

// How many there are to be run.
int litmus_count();

// What was counted: "32,768 of 32,768 reads saw it".
std::string measured_text(const LitmusOutcome& outcome);

// Whether a promise was kept: "kept", "broken"; "none" where there is none, empty if not run.
std::string promise_text(const LitmusOutcome& outcome);

bool keeps_promises(const std::vector<LitmusOutcome>& outcomes);

// A row of a table.
nlohmann::ordered_json litmus_row(const LitmusOutcome& outcome, const std::string& device);

// Found on one NVIDIA H200, as the table of compute/workloads/curves/README.md has it.
struct PublishedLitmus {
    std::string_view name;  // of a LitmusText
    std::string_view measured;
};

inline constexpr std::array h200_litmuses{
    PublishedLitmus{"own-write", "1,048,576 of 1,048,576 reads saw it"},
    PublishedLitmus{"zero-copy", "1,048,576 of 1,048,576 reads saw it"},
    PublishedLitmus{"loose-writes", "59,008 of 262,144 reads saw it"},
    PublishedLitmus{"fenced-writes", "262,144 of 262,144 reads saw it"},
    PublishedLitmus{"child-to-parent", "4,096 of 4,096 reads saw it"},
    PublishedLitmus{"child-to-tail", "32,768 of 32,768 reads saw it"},
    PublishedLitmus{"child-to-next", "32,768 of 32,768 reads saw it"},
    PublishedLitmus{"nesting", "64 of 64 levels ran"},
    PublishedLitmus{"tails", "512 of 512 levels ran"},
    PublishedLitmus{"pool-512", "512 of 1,024 ran, 512 refused"},
    PublishedLitmus{"pool-2048", "2,048 of 4,096 ran, 2,048 refused"},
    PublishedLitmus{"pool-8192", "8,192 of 16,384 ran, 8,192 refused"},
    PublishedLitmus{"heap", "1,888 of 4,096 allocations succeeded"},
    PublishedLitmus{"null-stream", "1 at a time in one block, 4 in four"},
    PublishedLitmus{"named-streams", "16 at a time in one block, 64 in four"},
    PublishedLitmus{"forget", "16 at a time in one block, 64 in four"},
    PublishedLitmus{"crowd", "84 at a time in one block, 128 in four"}};

// Empty for what is explained, and not run.
constexpr std::string_view measured_on_h200(std::string_view name) {
    const auto* const found = std::ranges::find(h200_litmuses, name, &PublishedLitmus::name);
    return found == h200_litmuses.end() ? std::string_view() : found->measured;
}

}  // namespace mariani::app
