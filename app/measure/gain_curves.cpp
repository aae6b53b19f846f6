#include "app/measure/gain_curves.hpp"

#include "app/measure/rounds.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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
