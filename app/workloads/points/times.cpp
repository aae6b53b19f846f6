#include "app/workloads/points/times.hpp"

#include "app/workloads/points/rounds.hpp"
#include "app/workloads/points/text.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {

using points::Plan;

std::vector<Plan> engines_over(const Plan& plan) {
    std::vector<Plan> plans;
    for (const auto& engine : choices<points::EngineKind>()) {
        plans.push_back(plan);
        plans.back().engine = engine.value;
    }
    return plans;
}

std::optional<MeasuredPoints> measure_engines(const std::vector<Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done, ComputeService* service) {
    PointsRounds rounds(plans, service);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    if (energy && !rounds.measure_energies(stop, done)) return std::nullopt;
    MeasuredPoints measured{{plans.front(), rounds.device(), {}}, {}};
    const auto dp_ms = rounds.baseline_ms();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        PointsEngineTimes times{plans[i].engine, spread_of(rounds.ms_of(i)), rounds.last_of(i),
                                std::nullopt, rounds.energy_of(i)};
        if (dp_ms) times.gain = *dp_ms / times.ms.median;
        measured.measurement.engines.push_back(std::move(times));
    }
    for (const PointsRun& run : rounds.runs())
        measured.rows.push_back(
            log_row(plans[run.which], run.stats, rounds.levels(), rounds.device(), run.time));
    return measured;
}

}  // namespace mariani::app
