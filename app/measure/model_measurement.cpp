#include "app/measure/model_measurement.hpp"

#include "app/measure/rounds.hpp"
#include "compute/model/limits.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <vector>

namespace mariani::app {
namespace {

constexpr int repeats = 5;

// 64 x 64 pixels around the whole circle |c| = 2 with dwells 1 and 2 only, subdivided down to
// single pixels: its borders cost next to nothing.
FrameRequest bare_request(FrameRequest request) {
    request.view = {{0, 0}, 8};
    request.image = {64, 64};
    request.part = whole(request.image);
    request.dwell_limit = 2;
    set_subdivision(request, {1, 2, 1});
    request.fill = FillRule::uniform;
    return request;
}

std::vector<Contestant> contestants(const FrameRequest& request) {
    std::vector<Contestant> all(4, {request});
    all[0].request.engine = EngineKind::ex;
    all[0].request.scheme = Scheme::sbr;
    all[1].request.scheme = Scheme::sbr;
    all[2].request.scheme = Scheme::mbr;
    all[3].request = bare_request(request);
    all[3].request.scheme = Scheme::sbr;
    return all;
}

MeasuredRuns summary_of(std::vector<EngineStats> runs) {
    const Spread ms = spread_of_ms(runs);
    std::ranges::sort(runs, {}, &EngineStats::compute_ms);
    return {ms, std::move(runs[runs.size() / 2])};
}

}  // namespace

std::optional<ModelMeasurement> measure_for_model(FrameRequest request, const RunEngine& run,
                                                  const std::stop_token& stop,
                                                  std::atomic<double>& progress) {
    if (request.engine != EngineKind::dp) request.engine = EngineKind::ask;
    request.shortcuts = request.smooth = request.exterior = false;
    request.keep_regions = request.count_work = false;
    auto all = contestants(request);
    int done = 0;
    const auto count = [&](const Frame&, int) { progress = ++done / (4.0 * (repeats + 1)); };
    if (!run_rounds(all, {repeats}, run, stop, count)) return std::nullopt;
    ModelMeasurement measurement;
    measurement.engine = *request.engine;
    measurement.repeats = repeats;
    measurement.plan = all[1].plan;
    measurement.bare_plan = all[3].plan;
    measurement.ex = summary_of(std::move(all[0].runs));
    measurement.sbr = summary_of(std::move(all[1].runs));
    measurement.mbr = summary_of(std::move(all[2].runs));
    measurement.bare = summary_of(std::move(all[3].runs));
    measurement.parallelism = backend_parallelism(measurement.plan);
    return measurement;
}

// Ex gives the time per iteration, SBR the mean.
std::optional<std::string> why_invalid(const ModelMeasurement& measurement, MeanOrLimit A) {
    if (auto why = nothing_iterated(measurement.ex.stats)) return why;
    return A == MeanOrLimit::mean ? nothing_iterated(measurement.sbr.stats) : std::nullopt;
}

ModelVerdict judge(const ModelMeasurement& measurement, MeanOrLimit A) {
    refuse(why_invalid(measurement, A));
    const auto& [q, c] = measurement.parallelism;
    const EngineStats& sbr = measurement.sbr.stats;
    ModelVerdict verdict;
    verdict.params = fitted_params(measurement.plan, sbr, measurement.parallelism, A, 0);
    verdict.ms_per_unit = measurement.ex.ms.median * q * c /
                          static_cast<double>(measurement.ex.stats.total().iterations);
    verdict.params.lambda = fitted_lambda(measurement.bare_plan, measurement.bare.stats,
                                          verdict.params, verdict.ms_per_unit);
    verdict.cost = cost_of(verdict.params, level_probabilities(sbr));
    verdict.ex_predicted_ms = verdict.cost.time_ex * verdict.ms_per_unit;
    const auto compare_with_model = [&](const MeasuredRuns& runs, Scheme scheme) {
        auto stats = runs.stats;
        stats.compute_ms = runs.ms.median;
        return compare(verdict.cost, scheme, verdict.ms_per_unit,
                       measured_work(stats, verdict.params), stats);
    };
    verdict.sbr = compare_with_model(measurement.sbr, Scheme::sbr);
    verdict.mbr = compare_with_model(measurement.mbr, Scheme::mbr);
    return verdict;
}

}  // namespace mariani::app
