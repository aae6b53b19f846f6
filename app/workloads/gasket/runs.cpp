#include "app/workloads/gasket/runs.hpp"

#include "app/measure/rounds.hpp"
#include "app/measure/timing_log.hpp"
#include "app/workloads/gasket/life.hpp"
#include "app/workloads/rows.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

using Json = nlohmann::ordered_json;
using gasket::Engine;
using gasket::EngineKind;

std::string gasket_title(const gasket::Problem& problem, std::int64_t steps) {
    return fmt::format("Life by {} on the fractal {} of level {}, after {} {}",
                       gasket::text_of(problem.rule), problem.fractal.name, problem.level,
                       in_thousands(static_cast<std::uint64_t>(steps)),
                       steps == 1 ? "step" : "steps");
}

std::string sentence_of(const GasketMoment& moment) {
    const auto alive = moment.alive, cells = moment.shape.cells;
    const double percent = 100 * static_cast<double>(alive) / static_cast<double>(cells);
    return fmt::format(
        "{}{}: {} of {} {} ({:.{}f} %) {} alive.", gasket_title(moment.problem, moment.steps),
        moment.altered ? " and changes by hand" : "", in_thousands(alive), in_thousands(cells),
        cells == 1 ? "cell" : "cells", percent, percent < 10 ? 1 : 0, alive == 1 ? "is" : "are");
}

Json log_row(const GasketMoment& moment, std::chrono::system_clock::time_point time) {
    const auto& [problem, shape, method] = std::tie(moment.problem, moment.shape, moment.method);
    const int threads =
        method.threads > 0 ? method.threads : static_cast<int>(std::thread::hardware_concurrency());
    const auto cells = static_cast<double>(shape.cells);
    const bool bits = moment.engine->kind == gasket::EngineKind::bits;
    const auto or_empty = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json();
    };
    Json row = Json::object();
    row["time"] = iso_time(time);
    row["workload"] = "gasket";
    row["engine"] = moment.engine->name;
    row["backend"] = mariani::name_of(moment.engine->backend);
    row["device"] = device_name(moment.engine->backend, method.device, threads);
    row["fractal"] = problem.fractal.name;
    row["s"] = shape.base;
    row["k"] = shape.copies;
    row["r"] = shape.level;
    row["n"] = shape.side;
    row["cells"] = shape.cells;
    row["rule"] = gasket::text_of(problem.rule);
    row["density"] = as_typed(moment.start.density);
    row["seed"] = moment.start.seed;
    row["changed"] = moment.altered ? "yes" : "no";
    row["tile_side"] = moment.tile_side;
    row["fuse"] = bits ? Json(method.fuse) : Json();
    row["steps"] = moment.steps;
    row["alive"] = moment.alive;
    row["ms_a_step"] = or_empty(moment.step_ms);
    row["cells_per_s"] = moment.step_ms ? Json(cells / (*moment.step_ms * 1e-3)) : Json();
    row["bytes"] = moment.bytes;
    row["floor_ms"] = or_empty(moment.floor_ms);
    add_energy_columns(row, moment.step_energy, cells, "cells");
    return row;
}

GasketRuns::GasketRuns(gasket::Problem problem, const gasket::Method& method, Backend backend,
                       gasket::State state)
    : problem_(std::move(problem)), method_(method), backend_(backend), state_(std::move(state)) {}

// The ms that they took; nothing if stopped.
std::optional<double> GasketRuns::take_steps(Engine& engine, std::int64_t steps,
                                             const std::stop_token& stop) const {
    using Clock = std::chrono::steady_clock;
    engine.set_state(state_);
    const auto begin = Clock::now();
    if (engine.advance(steps, stop) < steps) return std::nullopt;
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

bool GasketRuns::add(EngineKind kind, std::unique_ptr<Engine> engine,
                     std::optional<std::int64_t> steps, const std::stop_token& stop) {
    constexpr std::int64_t few_bytes = std::int64_t{1} << 30;
    constexpr double some_ms = 5;
    const auto ms = take_steps(*engine, steps.value_or(1), stop);
    if (!ms) return false;
    const std::int64_t suited =
        steps ? *steps : static_cast<std::int64_t>(std::clamp(some_ms / *ms, 1.0, 1e4));
    const std::int64_t bytes = engine->bytes();
    kept_bytes_ += bytes;
    if (kept_bytes_ > few_bytes) engine.reset();
    lanes_.push_back({kind, suited, bytes, std::move(engine)});
    return true;
}

// An engine too large to be kept is made for each of its runs.
bool GasketRuns::run(std::size_t which, int round, const std::stop_token& stop) {
    const Lane& lane = lanes_[which];
    std::unique_ptr<Engine> made;
    if (!lane.engine) made = gasket::find_engine(lane.kind, backend_)->make(problem_, method_);
    const auto ms = take_steps(made ? *made : *lane.engine, lane.steps, stop);
    if (!ms) return false;
    runs_.push_back({std::chrono::system_clock::now(), which, round, *ms});
    return true;
}

bool GasketRuns::measure(int repeat, const std::stop_token& stop, std::atomic<int>& done) {
    return in_random_rounds(lanes_.size(), repeat, done,
                            [&](std::size_t which, int round) { return run(which, round, stop); });
}

std::vector<double> GasketRuns::step_ms_of(std::size_t engine) const {
    std::vector<double> ms;
    for (const GasketRun& run : runs_)
        if (run.engine == engine) ms.push_back(run.ms / static_cast<double>(lanes_[engine].steps));
    return ms;
}

std::optional<double> GasketTimes::speedup(const GasketEngineTimes& engine) const {
    const auto bb = std::ranges::find(engines, EngineKind::bb, &GasketEngineTimes::engine);
    if (bb == engines.end()) return std::nullopt;
    return bb->step_ms.median / engine.step_ms.median;
}

std::optional<Spread> speedup_range(const GasketTimes& times, const GasketEngineTimes& engine) {
    const auto speedup = times.speedup(engine);
    if (!speedup) return std::nullopt;
    const Spread& ms = engine.step_ms;
    const double bb_ms = *speedup * ms.median;
    return Spread{bb_ms / ms.max, *speedup, bb_ms / ms.min};
}

GasketTimes times_of(const GasketRuns& runs, gasket::Problem problem, const gasket::Method& method,
                     Backend backend) {
    GasketTimes times{std::move(problem), method, backend, {}};
    for (std::size_t i = 0; i < runs.count(); ++i)
        times.engines.push_back({runs.kind(i), spread_of(runs.step_ms_of(i)), runs.bytes(i)});
    return times;
}

}  // namespace mariani::app
