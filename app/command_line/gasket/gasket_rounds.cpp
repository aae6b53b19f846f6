#include "app/command_line/gasket/gasket_rounds.hpp"

#include "compute/service/peaks.hpp"

#include <algorithm>
#include <utility>

namespace mariani::app {
namespace {

// Where it is computed.
FramePlan device_plan(const GasketSetup& setup) {
    FramePlan plan;
    plan.backend = setup.backend;
    plan.device = setup.method.device;
    plan.threads = threads_of(setup);
    return plan;
}

}  // namespace

std::vector<double> GasketMeasurement::step_ms_of(std::size_t engine) const {
    std::vector<double> ms;
    for (const GasketRun& run : runs)
        if (run.engine == engine) ms.push_back(run.ms / steps);
    return ms;
}

std::optional<double> GasketMeasurement::bb_step_ms() const {
    const auto bb = std::ranges::find(setup.engines, gasket::EngineKind::bb);
    if (bb == setup.engines.end()) return std::nullopt;
    return spread_of(step_ms_of(static_cast<std::size_t>(bb - setup.engines.begin()))).median;
}

double GasketMeasurement::times_smaller(std::size_t engine) const {
    const auto side = static_cast<double>(setup.shape().side);
    return 2 * side * side / static_cast<double>(bytes[engine]);
}

std::optional<GasketMeasurement> measure_gasket(const GasketSetup& setup, int steps, int repeat,
                                                const std::stop_token& stop,
                                                std::atomic<int>& done) {
    const auto cells = setup.shape().cells;
    GasketRuns runs(setup.problem, setup.method, setup.backend, random_state(cells, setup.fill));
    GasketMeasurement measured{setup, steps, device_of(setup), {}, {}, {}, 0};
    for (const gasket::EngineKind kind : std::exchange(measured.setup.engines, {})) {
        auto engine = make_or_leave_out(measured.setup, kind);
        if (!engine) continue;
        if (!runs.add(kind, std::move(engine), steps, stop)) return std::nullopt;
        measured.setup.engines.push_back(kind);
        measured.bytes.push_back(runs.bytes(runs.count() - 1));
    }
    if (measured.setup.engines.empty())
        throw UsageError("no engine fits: " + measured.setup.left_out.back().why);
    if (!runs.measure(repeat, stop, done)) return std::nullopt;
    measured.runs = runs.runs();
    const auto bytes = static_cast<std::int64_t>(2 * ((cells + 7) / 8));
    measured.floor_ms = measure_memset_ms(device_plan(setup), bytes);
    if (stop.stop_requested()) return std::nullopt;
    return measured;
}

bool measure_energies(GasketMeasurement& measured, const std::stop_token& stop,
                      const OpenCounter& open) {
    const GasketSetup& setup = measured.setup;
    const gasket::State state = random_state(setup.shape().cells, setup.fill);
    for (const gasket::EngineKind kind : setup.engines) {
        const auto engine =
            gasket::find_engine(kind, setup.backend)->make(setup.problem, setup.method);
        engine->set_state(state);
        const auto run = [&] { return engine->advance(measured.steps, stop) == measured.steps; };
        const auto energy = measure_energy(device_plan(setup), run, open);
        if (!energy) return false;
        measured.energies.push_back(*energy);
    }
    return true;
}

}  // namespace mariani::app
