#include "app/workloads/curves/measurer.hpp"

#include "app/window/tab_measurer.hpp"
#include "app/workloads/curves/rounds.hpp"
#include "app/workloads/curves/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

std::optional<CurvesMeasured> measure_engines(const CurvesMeasureJob& job, ComputeService& service,
                                              const std::stop_token& stop, std::atomic<int>& done) {
    const std::vector<curves::Plan>& plans = job.engines;
    CurvesRounds rounds(plans, &service);
    if (!rounds.measure(measured_runs, stop, done)) return std::nullopt;
    if (job.energy && !rounds.measure_energies(stop, done)) return std::nullopt;
    auto measurement = std::make_shared<CurvesMeasurement>();
    measurement->plan = plans.front();
    measurement->device = rounds.device();
    for (std::size_t i = 0; i < plans.size(); ++i)
        measurement->engines.push_back(
            {plans[i].engine, spread_of(rounds.ms_of(i)), rounds.last_of(i), rounds.energy_of(i)});
    CurvesMeasured measured{std::move(measurement), {}, nullptr};
    for (const CurvesRun& run : rounds.runs())
        measured.rows.push_back(log_row(plans[run.which], run.stats, rounds.device(), run.time));
    return measured;
}

std::optional<CurvesMeasured> run_litmuses(int device, ComputeService& service,
                                           const std::stop_token& stop, std::atomic<int>& done) {
    auto outcomes = run_all_litmuses(
        [&](const curves::LitmusCase& litmus) {
            return service.run_on(device, JobPriority::experiment, stop,
                                  [&](const std::stop_token& own) {
                                      return curves::run_litmus(litmus, device, own);
                                  });
        },
        done);
    if (!outcomes) return std::nullopt;
    return CurvesMeasured{nullptr,
                          {},
                          std::make_shared<const MeasuredLitmuses>(MeasuredLitmuses{
                              device_name(Backend::cuda, device, 0), std::move(*outcomes)})};
}

}  // namespace

int CurvesMeasureJob::runs() const {
    return engines.empty() ? litmus_count() : runs_of(engines.size(), energy);
}

std::optional<CurvesMeasured> measure_curves(const CurvesMeasureJob& job, ComputeService& service,
                                             const std::stop_token& stop, std::atomic<int>& done) {
    if (job.engines.empty()) return run_litmuses(job.device, service, stop, done);
    return measure_engines(job, service, stop, done);
}

}  // namespace mariani::app
