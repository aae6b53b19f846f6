// A contest of plans of one workload that its rounds measure.
#pragma once

#include "app/command_line/contest.hpp"

#include <memory>

#include <fmt/core.h>

namespace mariani::app {

// What a workload says of its rounds: what all plans have in common, each plan's figures, and the
// columns of a run.
template <typename Rounds>
struct ContestWords {
    using Plan = typename Rounds::Plan;
    Contest (*common)(const std::vector<Plan>&, const Rounds&);
    MeasuredEngine (*engine)(const std::vector<Plan>&, std::size_t which, const Rounds&);
    CsvColumns (*row)(const Plan&, const typename Rounds::Run&, const Rounds&);
};

// How often the floor of the rounds is in a time; nothing where there is no floor.
template <typename Rounds>
std::optional<double> over_floor(const Rounds& rounds, double ms) {
    return rounds.floor_ms() > 0 ? std::optional(ms / rounds.floor_ms()) : std::nullopt;
}

template <typename Rounds>
Contest contest_of(const std::vector<typename Rounds::Plan>& plans,
                   std::shared_ptr<const Rounds> rounds, const ContestWords<Rounds>& words) {
    Contest contest = words.common(plans, *rounds);
    contest.where = fmt::format("{}: {}", name_of(plans.front().backend), rounds->device());
    for (std::size_t i = 0; i < plans.size(); ++i) {
        MeasuredEngine& engine = contest.engines.emplace_back(words.engine(plans, i, *rounds));
        engine.ms = rounds->ms_of(i);
        if (const auto baseline = rounds->baseline_ms())
            engine.improvement = *baseline / spread_of(engine.ms).median;
        engine.energy = rounds->energy_of(i);
    }
    contest.runs = rounds->runs().size();
    contest.row = [plans, rounds, words](std::size_t run) {
        const auto& each = rounds->runs()[run];
        return words.row(plans[each.which], each, *rounds);
    };
    return contest;
}

// The plans differ by engine only; at least one.
template <typename Rounds>
ContestPlan contest_plan(std::vector<typename Rounds::Plan> plans,
                         const ContestWords<Rounds>& words) {
    const std::size_t count = plans.size();
    return {count,
            [plans = std::move(plans), words](const ContestJob& job) -> std::optional<Contest> {
                const auto rounds = std::make_shared<Rounds>(plans);
                if (!rounds->measure(job.repeat, job.stop, job.done)) return std::nullopt;
                std::atomic<int> measured{0};
                if (job.energies && !rounds->measure_energies(job.stop, measured))
                    return std::nullopt;
                return contest_of<Rounds>(plans, rounds, words);
            }};
}

}  // namespace mariani::app
