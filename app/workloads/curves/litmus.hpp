// The litmus tests of launches from the device, all of them on one GPU: what was measured, beside
// what the textbook and CUDA say.
#pragma once

#include "compute/service/curves.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct LitmusOutcome {
    const curves::LitmusText* text = nullptr;    // of litmus_texts()
    std::optional<curves::LitmusCounts> counts;  // nothing: explained, not run
    bool operator==(const LitmusOutcome&) const = default;
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

}  // namespace mariani::app
