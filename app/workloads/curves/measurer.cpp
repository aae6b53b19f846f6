#include "app/workloads/curves/measurer.hpp"

#include "app/workloads/curves/rounds.hpp"
#include "app/workloads/curves/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr int measured_runs = 5;  // of each engine

}  // namespace

CurvesMeasurer::CurvesMeasurer(const std::function<void()>& wake)
    : worker_([this](const CurvesMeasureJob& job,
                     const std::stop_token& stop) { return measure(job, stop); },
              wake) {}

CurvesMeasurer::~CurvesMeasurer() = default;

void CurvesMeasurer::stop() {
    worker_.stop();
}

void CurvesMeasurer::begin(const CurvesMeasureJob& job) {
    if (worker_.busy()) return;
    done_ = 0;
    const int runs = measured_runs + (job.energy ? 1 : 0);
    wanted_ = job.engines.empty() ? litmus_count() : runs * static_cast<int>(job.engines.size());
    worker_.submit(job);
    if (!worker_.busy()) worker_.submit_again();  // the same as before
}

bool CurvesMeasurer::advance(CurvesView& view) {
    const bool measured = view.measuring;
    if (auto outcome = worker_.poll()) {
        view.measurement_error.reset();
        if (!outcome->result) {
            view.measurement_error = outcome->error;
        } else if (outcome->result->times) {
            view.times = outcome->result->times;
            rows_ = std::move(outcome->result->rows);
        } else {
            view.litmuses = outcome->result->litmuses;
        }
    }
    view.measuring = worker_.busy();
    view.measured_share = wanted_ == 0 ? 0 : static_cast<double>(done_) / wanted_;
    return measured != view.measuring;
}

std::vector<nlohmann::ordered_json> CurvesMeasurer::take_rows() {
    return std::exchange(rows_, {});
}

std::optional<CurvesMeasured> CurvesMeasurer::measure(const CurvesMeasureJob& job,
                                                      const std::stop_token& stop) {
    CurvesMeasured measured;
    if (job.engines.empty())
        measured.litmuses = run_litmuses(job.device, stop);
    else
        measured = measure_engines(job, stop);
    if (!measured.times && !measured.litmuses) return std::nullopt;
    return measured;
}

// Nothing in it if stopped.
CurvesMeasured CurvesMeasurer::measure_engines(const CurvesMeasureJob& job,
                                               const std::stop_token& stop) {
    const std::vector<curves::Plan>& plans = job.engines;
    CurvesRounds rounds(plans);
    if (!rounds.measure(measured_runs, stop, done_)) return {};
    if (job.energy && !rounds.measure_energies(stop, done_)) return {};
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

// Null if stopped.
std::shared_ptr<const MeasuredLitmuses> CurvesMeasurer::run_litmuses(int device,
                                                                     const std::stop_token& stop) {
    auto outcomes = run_all_litmuses(
        [&](const curves::LitmusCase& litmus) { return curves::run_litmus(litmus, device, stop); },
        done_);
    if (!outcomes) return nullptr;
    return std::make_shared<const MeasuredLitmuses>(
        MeasuredLitmuses{device_name(Backend::cuda, device, 0), std::move(*outcomes)});
}

}  // namespace mariani::app
