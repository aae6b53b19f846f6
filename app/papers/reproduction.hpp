// Claims tested on this machine: which are run in which order, and what came of them.
#pragma once

#include "app/measure/experiment.hpp"
#include "app/papers/chart.hpp"
#include "app/papers/verdict.hpp"
#include "compute/model/choices.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct ClaimOutcome {
    const Claim* claim = nullptr;
    ClaimVerdict verdict = ClaimVerdict::not_here;
    std::string why;   // it is not judged, or not here; else empty
    std::string time;  // ISO 8601, UTC; empty if nothing was run
    double seconds = 0;
    std::vector<Result> results;  // by x
    std::vector<Found> found;     // of `claim`
};

// One machine's report.
struct Reproduction {
    Machine machine;
    Backend backend = Backend::cpu;
    std::string device;                  // where the backend computes
    std::vector<ClaimOutcome> outcomes;  // in the order of all_claims(), each claim once
    std::string options;                 // behind its commands: " --backend cuda --device 0"
    std::vector<std::string> named;      // what is chosen, by its names
};

// What is chosen by names: a paper's, a claim's, or all for none. Throws std::invalid_argument for
// a name that is neither.
std::vector<const Claim*> claims_named(std::span<const std::string> names);

// Null where there is none.
const ClaimOutcome* outcome_in(const Reproduction& reproduction, const Claim& claim);

// A claim's trials on this backend, and about how long they take.
std::vector<Trial> trials_on(const Claim& claim, Backend backend);
double seconds_of(const Claim& claim, Backend backend);

// None tested yet, here and now. 0 threads: all.
Reproduction reproduction_at(Backend backend, int device, int threads = 0);

// Why a claim is not tested on a machine; nullopt if it is. A processor measures what times alone
// decide only if the claim itself is among the names.
std::optional<std::string> why_not_here(const Claim& claim, Backend backend,
                                        std::span<const std::string> named = {});

// The outcome of results, those of this run or of an earlier one; of their columns it keeps those
// that the claim reads. The papers time GPUs: what is timed on a processor is shown, not judged.
ClaimOutcome outcome_of(const Claim& claim, std::vector<Result> results, Backend backend);

// What its figures are read off: its results, and what is derived from them.
std::vector<Result> judged_results(const ClaimOutcome& outcome);

// The curves of its chart; none where it has no chart, or nothing with two points.
std::vector<ChartSeries> series_of(const ClaimOutcome& outcome);

// Runs what is chosen and not among the outcomes yet: what is computed first, then headlines before
// others, the cheapest first, until the minutes are up. A trial that fails is left out, with its
// reason. `begin` is called before each claim that is run, `done` after each of all, on the calling
// thread. False if stopped. Throws BackendFailure, and what the callbacks throw.
bool reproduce(Reproduction& reproduction, const std::vector<const Claim*>& chosen, double minutes,
               const RunTrial& run, const std::stop_token& stop,
               const std::function<void(const Claim&)>& begin,
               const std::function<void(const ClaimOutcome&)>& done);

}  // namespace mariani::app
