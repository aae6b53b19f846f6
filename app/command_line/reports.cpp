#include "app/command_line/reports.hpp"

#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/plots/sweep_pictures.hpp"
#include "render/picture/png.hpp"

#include <atomic>
#include <set>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::vector<ExperimentRow> middles_of(const std::vector<GainChart>& charts) {
    std::vector<ExperimentRow> all;
    for (const GainChart& chart : charts)
        for (const GainCurve& curve : chart.curves) all.push_back(curve.middle);
    return all;
}

}  // namespace

bool add_predictions(std::vector<GainChart>& charts, const FrameRequest& common,
                     const RunEngine& run, const std::stop_token& stop) {
    if (common.shortcuts) {
        print_notice("the model does not cover shortcuts, so it predicts nothing here");
        return true;
    }
    Experiment experiment;
    experiment.common = common;
    std::set<std::pair<EngineKind, Scheme>> done;
    for (const ExperimentRow& row : middles_of(charts)) {
        if (!done.insert({row.engine, row.scheme}).second || row.scheme == Scheme::wpr) continue;
        std::atomic<double> unwatched = 0;
        const auto measured = measure_for_model(request_of(experiment, row), run, stop, unwatched);
        if (!measured) return false;
        if (!has_probability(*measured)) {
            print_notice(fmt::format(
                "the model predicts nothing for {}-{}: no region was subdivided, so there is no P",
                choice_of(row.engine).label, choice_of(row.scheme).label));
            continue;
        }
        try {
            predict(charts, row.engine, row.scheme, judge(*measured, MeanOrLimit::mean).params);
        } catch (const std::invalid_argument& error) {
            print_notice(fmt::format("the model predicts nothing for {}-{}: {}",
                                     choice_of(row.engine).label, choice_of(row.scheme).label,
                                     error.what()));
        }
    }
    return true;
}

void write_gains(const GainFiles& files, const std::vector<GainChart>& charts,
                 const std::string& title) {
    if (charts.empty())
        throw UsageError("there is no curve to draw: give at least two values for g, r or B");
    if (files.table) write_table(*files.table, gain_csv(charts));
    if (files.picture) draw_gain_curves(charts, title).write(*files.picture);
}

}  // namespace mariani::app
