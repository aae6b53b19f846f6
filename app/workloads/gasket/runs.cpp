#include "app/workloads/gasket/runs.hpp"

#include "app/measure/rounds.hpp"

#include <algorithm>
#include <utility>

namespace mariani::app {

using gasket::Engine;
using gasket::EngineKind;

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
    const auto bb = std::ranges::find(engines, EngineKind::bb, &GasketEngineTimes::kind);
    if (bb == engines.end()) return std::nullopt;
    return bb->step_ms.median / engine.step_ms.median;
}

GasketTimes times_of(const GasketRuns& runs, gasket::Problem problem, const gasket::Method& method,
                     Backend backend) {
    GasketTimes times{std::move(problem), method, backend, {}};
    for (std::size_t i = 0; i < runs.count(); ++i)
        times.engines.push_back({runs.kind(i), spread_of(runs.step_ms_of(i)), runs.bytes(i)});
    return times;
}

}  // namespace mariani::app
