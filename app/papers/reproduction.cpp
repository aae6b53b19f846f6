#include "app/papers/reproduction.hpp"

#include "compute/engine.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Clock = std::chrono::steady_clock;

bool runs_on(Trial::On on, Backend backend) {
    return on == Trial::On::both || (on == Trial::On::cuda) == (backend == Backend::cuda);
}

ClaimOutcome not_here(const Claim& claim, std::string why) {
    ClaimOutcome outcome;
    outcome.claim = &claim;
    outcome.why = std::move(why);
    return outcome;
}

// Runs each command once, whichever claims it serves.
class Trials {
  public:
    Trials(const RunTrial& run, const Reproduction& before)
        : run_(run), backend_(before.backend), options_(before.options) {
        for (const ClaimOutcome& outcome : before.outcomes)
            for (const Result& result : outcome.results)
                if (!result.rows.empty()) known_.try_emplace(result.command, result);
    }

    // What trials take whose results are not known yet.
    double seconds_of(const Claim& claim) const {
        double seconds = 0;
        for (const Trial& trial : trials_on(claim, backend_))
            if (!known(trial.command + options_, claim)) seconds += trial.seconds;
        return seconds;
    }

    // Nothing if stopped.
    std::optional<ClaimOutcome> measure(const Claim& claim, const std::stop_token& stop) {
        std::vector<Result> results;
        std::string failure;  // the first
        int failed = 0;
        const auto trials = trials_on(claim, backend_);
        for (const Trial& trial : trials) {
            try {
                auto result = result_of(trial.command + options_, claim, stop);
                if (!result) return std::nullopt;
                result->x = trial.x;
                results.push_back(std::move(*result));
            } catch (const BackendFailure&) {
                throw;  // none of the others would do better
            } catch (const std::exception& error) {
                results.push_back({trial.x, trial.command + options_, {}, {}});
                if (++failed == 1) failure = fmt::format("{}: {}", trial.command, error.what());
            }
        }
        if (failed > 1)
            failure =
                fmt::format("{} of {} commands failed, first {}", failed, trials.size(), failure);
        if (failed == static_cast<int>(trials.size())) return not_here(claim, std::move(failure));
        ClaimOutcome outcome = outcome_of(claim, std::move(results), backend_);
        if (failed > 0) outcome.why = std::move(failure);
        return outcome;
    }

    Backend backend() const { return backend_; }

  private:
    // Null as well where an earlier run kept other columns than this claim reads.
    const Result* known(const std::string& command, const Claim& claim) const {
        const auto found = known_.find(command);
        if (found == known_.end()) return nullptr;
        if (claim.derived) return &found->second;
        const auto lacks = [&](const Quantity& quantity) {
            const auto row = std::ranges::find(found->second.rows, quantity.row, &ResultRow::label);
            return !quantity.column.empty() && row != found->second.rows.end() &&
                   !row->values.contains(std::string(quantity.column));
        };
        return std::ranges::any_of(claim.quantities, lacks) ? nullptr : &found->second;
    }

    std::optional<Result> result_of(const std::string& command, const Claim& claim,
                                    const std::stop_token& stop) {
        if (const Result* before = known(command, claim)) return *before;
        auto result = run_(command, stop);
        if (!result) return std::nullopt;
        result->command = command;
        known_.insert_or_assign(command, *result);
        return result;
    }

    const RunTrial& run_;
    const Backend backend_;
    const std::string options_;  // of every command
    std::map<std::string, Result> known_;
};

// Nothing if stopped.
std::optional<ClaimOutcome> held(const Claim& claim, Trials& trials, const std::stop_token& stop) {
    const auto begun = Clock::now();
    auto outcome = claim.computed
                       ? std::optional(outcome_of(claim, claim.computed(), trials.backend()))
                       : trials.measure(claim, stop);
    if (!outcome) return std::nullopt;
    if (!outcome->results.empty()) outcome->time = utc_now();
    outcome->seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    return outcome;
}

// What is counted is the same on every machine.
bool is_timed(const Claim& claim, const Quantity& quantity) {
    using enum Quantity::Kind;
    return !claim.computed &&
           (quantity.kind == gain || quantity.kind == time || claim.derived != nullptr);
}

bool times_alone_decide(const Claim& claim) {
    const auto judged = [](const Quantity& quantity) { return quantity.bound.given(); };
    return std::ranges::any_of(claim.quantities, judged) &&
           std::ranges::all_of(claim.quantities, [&](const Quantity& quantity) {
               return !judged(quantity) || is_timed(claim, quantity);
           });
}

// Whether any figure is timed.
bool leave_timed_undecided(const Claim& claim, std::vector<Found>& found) {
    bool any = false;
    for (Found& each : found) {
        if (!is_timed(claim, *each.quantity) || each.verdict == ClaimVerdict::not_judged) continue;
        each.verdict = ClaimVerdict::not_here;
        any = true;
    }
    return any;
}

bool reads(const Claim& claim, std::string_view column) {
    return std::ranges::find(claim.quantities, column, &Quantity::column) != claim.quantities.end();
}

// The row, and what tells it from others of that name.
std::string curve_name(const Quantity& quantity, const std::vector<ChartSeries>& others) {
    std::string name(quantity.row);
    if (std::ranges::find(others, name, &ChartSeries::name) == others.end()) return name;
    return fmt::format("{}, {}", name, quantity.column.empty() ? quantity.over : quantity.column);
}

}  // namespace

std::vector<const Claim*> claims_named(std::span<const std::string> names) {
    std::vector<const Claim*> chosen;
    for (const Claim& claim : all_claims()) {
        const auto meant = [&](const std::string& name) {
            return name == claim.id || name == text_of(claim.paper).id;
        };
        if (names.empty() || std::ranges::any_of(names, meant)) chosen.push_back(&claim);
    }
    for (const std::string& name : names) {
        const bool known = std::ranges::any_of(chosen, [&](const Claim* claim) {
            return name == claim->id || name == text_of(claim->paper).id;
        });
        if (!known)
            throw std::invalid_argument(
                fmt::format("there is no paper or claim '{}': --list prints their names", name));
    }
    return chosen;
}

const ClaimOutcome* outcome_in(const Reproduction& reproduction, const Claim& claim) {
    const auto found = std::ranges::find(reproduction.outcomes, &claim, &ClaimOutcome::claim);
    return found == reproduction.outcomes.end() ? nullptr : &*found;
}

std::vector<Trial> trials_on(const Claim& claim, Backend backend) {
    std::vector<Trial> trials;
    std::ranges::copy_if(claim.trials, std::back_inserter(trials),
                         [&](const Trial& trial) { return runs_on(trial.on, backend); });
    return trials;
}

double seconds_of(const Claim& claim, Backend backend) {
    double seconds = 0;
    for (const Trial& trial : trials_on(claim, backend)) seconds += trial.seconds;
    return seconds;
}

Reproduction reproduction_at(Backend backend, int device, int threads) {
    std::string options = fmt::format(" --backend {}", name_of(backend));
    if (backend == Backend::cuda) options += fmt::format(" --device {}", device);
    if (threads > 0) options += fmt::format(" --threads {}", threads);
    return {this_machine(),     backend, device_name(backend, device, this_hardware().threads), {},
            std::move(options), {}};
}

std::optional<std::string> why_not_here(const Claim& claim, Backend backend,
                                        std::span<const std::string> named) {
    if (claim.computed) return std::nullopt;
    if (trials_on(claim, backend).empty())
        return backend == Backend::cuda ? "it is measured on the processor alone"
                                        : "it needs an NVIDIA GPU";
    if (backend == Backend::cuda || !times_alone_decide(claim) ||
        std::ranges::find(named, claim.id) != named.end())
        return std::nullopt;
    return "it is about the times of a GPU; run by itself, it shows this processor's";
}

ClaimOutcome outcome_of(const Claim& claim, std::vector<Result> results, Backend backend) {
    std::ranges::stable_sort(results, {}, &Result::x);
    if (!claim.computed && !claim.derived)
        for (Result& result : results)
            for (ResultRow& row : result.rows)
                std::erase_if(row.values,
                              [&](const auto& value) { return !reads(claim, value.first); });
    ClaimOutcome outcome;
    outcome.claim = &claim;
    outcome.results = std::move(results);
    outcome.found = find(claim, judged_results(outcome));
    const bool undecided = backend == Backend::cpu && leave_timed_undecided(claim, outcome.found);
    outcome.verdict = judge(claim, outcome.found);
    if (outcome.verdict == ClaimVerdict::not_here)
        outcome.why = undecided ? "it is about the times of a GPU, and these are a processor's"
                                : "its rows were not measured";
    return outcome;
}

std::vector<Result> judged_results(const ClaimOutcome& outcome) {
    return outcome.claim->derived ? outcome.claim->derived(outcome.results) : outcome.results;
}

std::vector<ChartSeries> series_of(const ClaimOutcome& outcome) {
    std::vector<ChartSeries> series;
    if (outcome.claim->axis.empty()) return series;
    for (const Found& found : outcome.found) {
        if (found.points.size() < 2) continue;
        const auto same = std::ranges::find(series, found.points, &ChartSeries::points);
        if (same == series.end())
            series.push_back(
                {curve_name(*found.quantity, series), found.points, found.quantity->drawn});
        else if (!same->published)
            same->published = found.quantity->drawn;
    }
    return series;
}

bool reproduce(Reproduction& reproduction, const std::vector<const Claim*>& chosen, double minutes,
               const RunTrial& run, const std::stop_token& stop,
               const std::function<void(const Claim&)>& begin,
               const std::function<void(const ClaimOutcome&)>& done) {
    const Backend backend = reproduction.backend;
    std::vector<const Claim*> order;
    std::ranges::copy_if(chosen, std::back_inserter(order),
                         [&](const Claim* claim) { return !outcome_in(reproduction, *claim); });
    std::ranges::stable_sort(order, {}, [&](const Claim* claim) {
        return std::tuple(claim->computed == nullptr, !claim->headline,
                          seconds_of(*claim, backend));
    });
    Trials trials(run, reproduction);
    const auto end = Clock::now() + std::chrono::duration<double>(60 * minutes);
    for (const Claim* claim : order) {
        if (stop.stop_requested()) return false;
        const double needed = trials.seconds_of(*claim);
        const bool too_late =
            needed > 0 && Clock::now() + std::chrono::duration<double>(needed) > end;
        std::optional<ClaimOutcome> outcome;
        if (auto why = why_not_here(*claim, backend, reproduction.named))
            outcome = not_here(*claim, std::move(*why));
        else if (too_late)
            outcome = not_here(
                *claim, fmt::format("it takes about {:.0f} s, and less time was left", needed));
        else {
            begin(*claim);
            outcome = held(*claim, trials, stop);
        }
        if (!outcome) return false;
        const auto place = std::ranges::find_if(
            reproduction.outcomes, [&](const ClaimOutcome& other) { return other.claim > claim; });
        done(*reproduction.outcomes.insert(place, std::move(*outcome)));
    }
    return true;
}

}  // namespace mariani::app
