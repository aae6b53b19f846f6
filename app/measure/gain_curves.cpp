#include "app/measure/gain_curves.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/core.h>

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

double side_of(ImageSize size) {
    return std::sqrt(static_cast<double>(pixels(size)));
}

Spread gain_of(double ex_ms, const Spread& ms) {
    return {ex_ms / ms.max, ex_ms / ms.median, ex_ms / ms.min};
}

GainPoint point_of(double x, const GainRow& row) {
    return {x, row.gain, std::nullopt, row.row};
}

using Rows = std::vector<GainRow>;

// The best of each size.
GainCurve over_n(const Rows& rows) {
    std::map<double, const GainRow*> best;
    for (const GainRow& each : rows) {
        const GainRow*& kept = best[side_of(each.row.size)];
        if (!kept || each.gain.median > kept->gain.median) kept = &each;
    }
    GainCurve curve;
    for (const auto& [n, row] : best) curve.points.push_back(point_of(n, *row));
    return curve;
}

GainCurve over_value(const Rows& rows, const ExperimentRow& middle, int SubdivisionParams::*value) {
    std::map<int, const GainRow*> found;
    for (const GainRow& each : rows) {
        ExperimentRow other = each.row;
        const int x = other.cell.subdivision.*value;
        other.cell.subdivision.*value = middle.cell.subdivision.*value;
        if (other == middle) found[x] = &each;
    }
    GainCurve curve;
    for (const auto& [x, row] : found) curve.points.push_back(point_of(x, *row));
    return curve;
}

int values_apart(const SubdivisionParams& a, const SubdivisionParams& b) {
    return (a.g != b.g) + (a.r != b.r) + (a.B != b.B);
}

// Where the curves over g, r and B meet: on the largest size, the row with the most others that
// differ in one value only, and among these the one with the highest gain.
const ExperimentRow& middle_of(const Rows& rows) {
    const auto largest =
        std::ranges::max(rows, {}, [](const GainRow& each) { return pixels(each.row.size); });
    const auto rank = [&](const GainRow& each) {
        const auto near = std::ranges::count_if(rows, [&](const GainRow& other) {
            return other.row.size == each.row.size &&
                   values_apart(other.row.cell.subdivision, each.row.cell.subdivision) == 1;
        });
        return std::tuple(each.row.size == largest.row.size, near, each.gain.median);
    };
    return std::ranges::max_element(rows, {}, rank)->row;
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

std::vector<GainRow> gains_of(const SweepSubject& subject, const std::vector<SweepRow>& rows) {
    const FramePlan& plan = subject.plan;
    std::vector<GainRow> all;
    for (const SweepRow& row : rows)
        all.push_back(
            {{plan.engine, plan.scheme, plan.image, row.cell}, gain_of(row.ex_ms, row.ms)});
    return all;
}

std::vector<GainRow> gains_of(const std::vector<RowResult>& rows) {
    std::vector<GainRow> all;
    for (const RowResult& result : rows)
        if (const RowResult* ex = ex_of(rows, result.row.size); ex && &result != ex)
            if (result.row.engine != EngineKind::ex)
                all.push_back({result.row, gain_of(ex->ms.median, result.ms)});
    return all;
}

std::vector<GainChart> gain_charts(const std::vector<GainRow>& rows) {
    std::map<std::pair<EngineKind, Scheme>, Rows> engines;
    for (const GainRow& each : rows) engines[{each.row.engine, each.row.scheme}].push_back(each);
    std::vector<GainChart> charts{{"n", {}}, {"g", {}}, {"r", {}}, {"B", {}}};
    for (const auto& [key, of_engine] : engines) {
        const ExperimentRow& middle = middle_of(of_engine);
        std::array curves{over_n(of_engine), over_value(of_engine, middle, &SubdivisionParams::g),
                          over_value(of_engine, middle, &SubdivisionParams::r),
                          over_value(of_engine, middle, &SubdivisionParams::B)};
        for (std::size_t i = 0; i < curves.size(); ++i) {
            if (curves[i].points.size() < 2) continue;
            std::tie(curves[i].engine, curves[i].scheme) = key;
            curves[i].middle = middle;
            charts[i].curves.push_back(std::move(curves[i]));
        }
    }
    std::erase_if(charts, [](const GainChart& chart) { return chart.curves.empty(); });
    return charts;
}

std::optional<double> predicted_gain(const CostParams& fitted, const ExperimentRow& row) {
    CostParams params = fitted;
    params.n = side_of(row.size);
    params.g = row.cell.subdivision.g;
    params.r = row.cell.subdivision.r;
    params.B = row.cell.subdivision.B;
    const bool known = row.scheme == Scheme::sbr || row.scheme == Scheme::mbr;
    if (!known || why_invalid(params)) return std::nullopt;
    const Cost cost = cost_of(params);
    return row.scheme == Scheme::sbr ? cost.speedup_sbr() : cost.speedup_mbr();
}

bool has_probability(const ModelMeasurement& measurement) {
    return measurement.sbr.stats.levels.size() > 1;
}

void predict(std::vector<GainChart>& charts, EngineKind engine, Scheme scheme,
             const CostParams& fitted) {
    for (GainChart& chart : charts)
        for (GainCurve& curve : chart.curves)
            if (curve.engine == engine && curve.scheme == scheme)
                for (GainPoint& point : curve.points)
                    point.predicted = predicted_gain(fitted, point.row);
}

std::optional<std::vector<GainRow>> measure_sizes(const SweepSubject& subject,
                                                  const SweepCell& cell, int repeat,
                                                  const RunEngine& run,
                                                  const std::stop_token& stop) {
    std::vector<GainRow> rows;
    for (const int part : {8, 4, 2}) {
        FrameRequest request = subject.request;
        request.image = {std::max(1, request.image.width / part),
                         std::max(1, request.image.height / part)};
        request.part = whole(request.image);
        set_subdivision(request, cell.subdivision);
        request.block = cell.block;
        std::vector<Contestant> both{{request}, {request}};
        both[0].request.engine = EngineKind::ex;
        if (!run_rounds(both, {repeat}, run, stop)) return std::nullopt;
        rows.push_back({{subject.plan.engine, subject.plan.scheme, request.image, cell},
                        gain_of(spread_of_ms(both[0].runs).median, spread_of_ms(both[1].runs))});
    }
    return rows;
}

std::string gain_csv(const std::vector<GainChart>& charts) {
    std::string csv =
        "variable,value,engine,scheme,n,g,r,B,block,speedup,speedup_min,speedup_max,predicted\n";
    for (const GainChart& chart : charts)
        for (const GainCurve& curve : chart.curves)
            for (const GainPoint& point : curve.points) {
                const auto& [g, r, B] = point.row.cell.subdivision;
                const BlockSize block = point.row.cell.block;
                csv += fmt::format("{},{},{},{},{},{},{},{},{}x{},{},{},{},{}\n", chart.name,
                                   to_text(point.x), name_of(curve.engine), name_of(curve.scheme),
                                   to_text(side_of(point.row.size)), g, r, B, block.width,
                                   block.height, to_text(point.gain.median),
                                   to_text(point.gain.min), to_text(point.gain.max),
                                   point.predicted ? to_text(*point.predicted) : "");
            }
    return csv;
}

}  // namespace mariani::app
