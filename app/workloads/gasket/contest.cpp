#include "app/command_line/contest.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/plan_rounds.hpp"
#include "compute/service/machine.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

// An engine that fits.
struct GasketPlan {
    GasketSetup setup;
    gasket::EngineKind engine;
    int steps;                                   // of a run
    std::shared_ptr<const gasket::State> first;  // that each run begins with
    std::int64_t bytes;                          // of the engine's state, both buffers
    Backend backend = setup.backend;
    int device = setup.method.device;

    std::unique_ptr<gasket::Engine> make() const {
        return gasket::find_engine(engine, backend)->make(setup.problem, setup.method);
    }
    double cells_of_run() const { return static_cast<double>(setup.shape().cells) * steps; }
    // Two states of a bit for each cell, which a step reads and writes at least.
    std::uint64_t least_bytes() const { return 2 * ((setup.shape().cells + 7) / 8); }
    // How many times smaller the state is than with a byte for each of the n x n cells.
    double times_smaller() const {
        const auto side = static_cast<double>(setup.shape().side);
        return 2 * side * side / static_cast<double>(bytes);
    }
};

struct GasketRunStats {
    double run_ms;
    double compute_ms;  // a step
};

class GasketRunner {
  public:
    explicit GasketRunner(const GasketPlan& plan) : plan_(plan), engine_(plan.make()) {}

    // Nothing if stopped.
    std::optional<GasketRunStats> run(const std::stop_token& stop) {
        using Clock = std::chrono::steady_clock;
        engine_->set_state(*plan_.first);
        const auto begin = Clock::now();
        if (engine_->advance(plan_.steps, stop) < plan_.steps) return std::nullopt;
        const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
        return GasketRunStats{took.count(), took.count() / plan_.steps};
    }

    std::string device() const { return device_of(plan_.setup); }
    double floor_ms() const {
        FramePlan where;
        where.backend = plan_.backend;
        where.device = plan_.device;
        where.threads = threads_of(plan_.setup);
        return measure_memset_ms(where, static_cast<std::int64_t>(plan_.least_bytes()));
    }

  private:
    GasketPlan plan_;
    std::unique_ptr<gasket::Engine> engine_;
};

std::unique_ptr<GasketRunner> make_runner(const GasketPlan& plan) {
    return std::make_unique<GasketRunner>(plan);
}

struct GasketLanes {
    using Plan = GasketPlan;
    using Runner = GasketRunner;
    using RunStats = GasketRunStats;
    static bool is_baseline(const Plan& plan) { return plan.engine == gasket::EngineKind::bb; }
    static std::int64_t output_bytes(const Plan& plan) { return plan.bytes; }
};
using GasketRounds = PlanRounds<GasketLanes>;

double median_ms(const GasketRounds& rounds, std::size_t which) {
    return spread_of(rounds.ms_of(which)).median;
}

Contest common(const std::vector<GasketPlan>& plans, const GasketRounds& rounds) {
    const GasketPlan& first = plans.front();
    const gasket::Problem& problem = first.setup.problem;
    Contest contest;
    contest.title = gasket_head(first.setup);
    contest.family =
        fmt::format("fractal {}, {}", problem.fractal.name, gasket::text_of(problem.rule));
    contest.kind = "engine";
    contest.baseline = "BB";
    contest.time = "ms per step";
    contest.digits = 5;
    contest.length = fmt::format(" of {} steps", first.steps);
    contest.facts = {
        fmt::format("floor: {:.5f} ms to set the {} bytes of two states, one bit per cell",
                    rounds.floor_ms(), first.least_bytes())};
    contest.figures = {"Gcell/s", "bytes", "times smaller", "x floor"};
    contest.place = {{"r", std::to_string(problem.level)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<GasketPlan>& plans, std::size_t which,
                         const GasketRounds& rounds) {
    const GasketPlan& plan = plans[which];
    const double ms = median_ms(rounds, which);
    MeasuredEngine engine;
    engine.label = name_of(plan.engine);
    // Both choices may stand beside each other, in a claim.
    if (const auto& shared = plan.setup.method.shared;
        shared && plan.engine != gasket::EngineKind::bits)
        engine.label += *shared ? " shared" : " unshared";
    *engine.columns = gasket_row(plan.setup, plan.engine, rounds.device(), plan.steps);
    (*engine.columns)["bytes"] = plan.bytes;
    engine.cells = plan.cells_of_run();
    engine.figures = {fmt::format("{:.3f}", engine.cells / plan.steps / ms * 1e-6),
                      std::to_string(plan.bytes), hundredths_text(plan.times_smaller()),
                      hundredths_text(over_floor(rounds, ms))};
    return engine;
}

Json row_of(const GasketPlan& plan, const GasketRounds::Run& run, const GasketRounds& rounds) {
    const auto blocks = gasket_blocks(plan.setup, plan.engine);
    const auto or_empty = [&](std::uint64_t GasketBlocks::*count) {
        return blocks ? Json((*blocks).*count) : Json();
    };
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    row.update(gasket_row(plan.setup, plan.engine, rounds.device(), plan.steps));
    row["run"] = run.number;
    row["compute_ms"] = run.stats.run_ms;
    row["ms_a_step"] = run.stats.compute_ms;
    row["launches"] = gasket_launches(plan.setup, plan.engine, plan.steps);
    row["failed_launches"] = 0;  // none is launched by the device
    row["blocks"] = or_empty(&GasketBlocks::blocks);
    row["blocks_wasted"] = or_empty(&GasketBlocks::blocks_wasted);
    row["threads_wasted"] = or_empty(&GasketBlocks::threads_wasted);
    row["cells_per_s"] = plan.cells_of_run() / (run.stats.run_ms * 1e-3);
    row["bytes"] = plan.bytes;
    row["times_smaller"] = plan.times_smaller();
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), plan.cells_of_run(), "cells");
    return row;
}

// Over BB with the same rho, as the seed has S; nothing of bits, which has none.
std::optional<double> seeds_speedup(const std::vector<GasketPlan>& plans, std::size_t which,
                                    const GasketRounds& rounds) {
    if (plans[which].engine == gasket::EngineKind::bits) return std::nullopt;
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (GasketLanes::is_baseline(plans[i]) &&
            plans[i].setup.method.rho == plans[which].setup.method.rho)
            return median_ms(rounds, i) / median_ms(rounds, which);
    return std::nullopt;
}

Contest common_of_grid(const std::vector<GasketPlan>& plans, const GasketRounds& rounds) {
    Contest contest = common(plans, rounds);
    contest.comparisons = {"vs BB of this rho"};
    contest.lists_all = true;
    return contest;
}

MeasuredEngine engine_of_grid(const std::vector<GasketPlan>& plans, std::size_t which,
                              const GasketRounds& rounds) {
    const gasket::Method& method = plans[which].setup.method;
    const auto speedup = seeds_speedup(plans, which, rounds);
    MeasuredEngine engine = engine_of(plans, which, rounds);
    engine.label = plans[which].engine == gasket::EngineKind::bits
                       ? fmt::format("{:<6} fuse {}", engine.label, method.fuse)
                       : fmt::format("{:<6} rho {}", engine.label, method.rho);
    (*engine.beside)["speedup"] = speedup ? Json(*speedup) : Json();
    engine.compared = {hundredths_text(speedup)};
    return engine;
}

// Those that only their GPU refuses are left out, too.
std::vector<GasketPlan> plans_that_fit(std::vector<GasketSetup> setups, int steps,
                                       std::string& left_out) {
    const GasketSetup& any = setups.front();
    const auto first =
        std::make_shared<const gasket::State>(random_state(any.shape().cells, any.numbers.fill()));
    std::vector<GasketPlan> plans;
    for (GasketSetup& setup : setups) {
        for (const gasket::EngineKind kind : setup.engines)
            if (const auto engine = make_or_leave_out(setup, kind))
                plans.push_back({setup, kind, steps, first, engine->bytes()});
        left_out += left_out_text(setup.left_out);
    }
    if (plans.empty()) throw UsageError("no engine fits: " + setups.back().left_out.back().why);
    return plans;
}

ContestPlan contest_of_setups(const std::vector<GasketSetup>& setups, int steps,
                              const ContestWords<GasketRounds>& words) {
    std::size_t engines = 0;
    for (const GasketSetup& setup : setups) engines += setup.engines.size();
    return {engines, [=](const ContestJob& job) {
                std::string left_out;
                auto contest =
                    contest_plan(plans_that_fit(setups, steps, left_out), words).measure(job);
                if (contest) contest->remark = left_out;
                return contest;
            }};
}

}  // namespace

ContestPlan gasket_contest(const GasketSetup& setup, int steps) {
    return contest_of_setups({setup}, steps, {common, engine_of, row_of});
}

ContestPlan gasket_grid(const std::vector<GasketSetup>& setups, int steps) {
    return contest_of_setups(setups, steps, {common_of_grid, engine_of_grid, row_of});
}

}  // namespace mariani::app
