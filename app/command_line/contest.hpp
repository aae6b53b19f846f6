// A contest of a workload's engines, and a check of them: what bench, race, sweep and check print
// and write of any workload beside the Mandelbrot set. The workload measures or compares with its
// oracle, and says what its figures mean.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/plots/canvas.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/energy.hpp"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct MeasuredEngine {
    std::string label;
    std::vector<double> ms;             // of its runs, at least one
    std::optional<double> improvement;  // over the median of the baseline, if that ran
    TableRow columns = table_row();     // what ran, and what came of it
    TableRow beside = table_row();      // how it compares; behind all others
    std::vector<std::string> compared;  // cells: the same, under Contest::comparisons
    std::vector<std::string> figures;   // cells of bench, under Contest::figures
    std::optional<FrameEnergy> energy;
    double cells = 0;         // of a run, for energies
    std::string remark = {};  // lines below the table; empty if there is nothing to say
    bool whole = true;        // it did all of the work: else it is never the fastest
};

struct Contest {
    std::string title;               // a line: the problem
    std::string family;              // what a sweep's cells have in common: "points clumps"
    std::string kind;                // what they are: "engine"
    std::string baseline;            // "DP"
    std::optional<double> bound;     // of improvements, if they have one
    std::string time = "ms";         // what is told of a run: "ms a step"
    int digits = 4;                  // of these, behind the point
    std::string length;              // of a run: " of 100 steps"; empty: all that there is to do
    std::string where;               // "cpu: AMD EPYC"
    std::vector<std::string> facts;  // bench's lines above the table
    std::vector<std::string> comparisons, figures;           // heads of cells
    std::vector<std::pair<std::string, std::string>> place;  // in a sweep: "points", "1000"
    bool lists_all = false;               // in a sweep: every engine, and not the fastest alone
    std::vector<MeasuredEngine> engines;  // at least one
    std::string remark;                   // lines below those of the engines
    std::size_t runs = 0;                 // of all engines
    std::function<nlohmann::ordered_json(std::size_t run)> row;  // of bench's table, as they ran
};

struct ContestJob {
    int repeat;
    bool energies;
    const std::stop_token& stop;
    std::atomic<int>& done;  // runs
};

struct ContestPlan {
    std::size_t engines = 0;
    // Nothing if stopped. Throws what a runner throws.
    std::function<std::optional<Contest>(const ContestJob&)> measure;
};

struct ContestBench {
    ContestPlan plan;
    int repeat = 5;
    bool energy = false;
    std::optional<std::filesystem::path> output;  // .csv
};

struct ContestRace {
    ContestPlan plan;
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .png
};

struct ContestSweep {
    std::vector<ContestPlan> cells;  // at least one
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .svg
};

// "0.75", or "-" where there is none: how all tables show how often one time is in another.
std::string hundredths_text(std::optional<double> value);

// Each returns the exit status, or throws.
int run_contest(const ContestBench& command);
int run_contest(const ContestRace& command);
int run_contest(const ContestSweep& command);

// What a workload says of its rounds: what all plans have in common, each plan's figures, and the
// columns of a run.
template <typename Rounds>
struct ContestWords {
    using Plan = typename Rounds::Plan;
    Contest (*common)(const std::vector<Plan>&, const Rounds&);
    MeasuredEngine (*engine)(const std::vector<Plan>&, std::size_t which, const Rounds&);
    nlohmann::ordered_json (*row)(const Plan&, const typename Rounds::Run&, const Rounds&);
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

OtherCommand check_command(CheckPlan plan, std::optional<std::filesystem::path> output);

// A race as one picture: bars of the contestants' times, and their improvement over one of them.
struct RaceBar {
    std::string label;
    Spread ms;
    std::optional<double> improvement;  // over the baseline's median, if it ran
};

struct RaceBars {
    std::string title;            // a line: what was measured
    std::string where;            // a line: what it ran on
    std::string times;            // what the times are of
    int digits;                   // of these, behind the point
    std::optional<double> bound;  // of the improvement, if it has one
    std::vector<RaceBar> bars;    // at least one, drawn in their order
    std::string baseline;         // over which they are improvements
};

Canvas draw_workload_race(const RaceBars& race);

}  // namespace mariani::app
