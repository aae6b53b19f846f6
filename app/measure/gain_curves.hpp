// S, the gain over Ex, against n, g, r and B near the best, after Fig. 8 of the paper; and
// what the cost model is compared with: Ex and both schemes measured on one view.
#pragma once

#include "app/measure/experiment.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/cost_model.hpp"

#include <atomic>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct MeasuredRuns {
    Spread ms;
    EngineStats stats;  // of the run with the median time, or the next longer
};

struct ModelMeasurement {
    FramePlan plan;  // of the SBR frames
    EngineKind engine = EngineKind::ask;
    Parallelism parallelism;
    int repeats = 0;
    MeasuredRuns ex, sbr, mbr;
    FramePlan bare_plan;  // almost nothing to iterate: its time is that of subdivisions
    MeasuredRuns bare;
};

// The model's prediction for a measurement.
struct ModelVerdict {
    CostParams params;  // fitted to the SBR frame
    double ms_per_unit = 0;
    double ex_predicted_ms = 0;
    Cost cost;  // with the P_i of each level
    CostComparison sbr, mbr;
};

// Measures `engine` (ASK if it is neither ASK nor DP) and Ex on the request's view without
// shortcuts, in an order that is random in every round, after a warm-up. `progress` rises from 0 to
// 1. nullopt if stopped.
std::optional<ModelMeasurement> measure_for_model(FrameRequest request, const RunEngine& run,
                                                  const std::stop_token& stop,
                                                  std::atomic<double>& progress);

// Why the model predicts nothing for a measurement, in words; nullopt if it does.
std::optional<std::string> why_invalid(const ModelMeasurement& measurement, MeanOrLimit A);

// Throws std::invalid_argument with the refusal.
ModelVerdict judge(const ModelMeasurement& measurement, MeanOrLimit A);

struct GainRow {
    ExperimentRow row;
    Spread gain;  // the median of Ex over each of the row's times
};

std::vector<GainRow> gains_of(const SweepSubject& subject, const std::vector<SweepRow>& rows);
std::vector<GainRow> gains_of(const std::vector<RowResult>& rows);  // those with an Ex

struct GainPoint {
    double x = 0;  // n is the square root of the pixels
    Spread gain;
    std::optional<double> predicted;  // by the cost model, if it applies
    ExperimentRow row;
};

// The curve of one engine and scheme.
struct GainCurve {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    std::vector<GainPoint> points;  // by ascending x
    ExperimentRow middle;           // where this engine's curves over g, r and B meet
};

struct GainChart {
    std::string name;  // "n", "g", "r" or "B"
    std::vector<GainCurve> curves;
};

// For each engine and scheme: over n the best row of each size; over g, r and B the rows of the
// largest size that differ only there from one of them, the best of a full grid. Charts without a
// curve of two points are left out.
std::vector<GainChart> gain_charts(const std::vector<GainRow>& rows);

// The model's prediction with the P, A and lambda of a measurement for another n, g, r or B.
// nullopt if it makes none: for the scheme, or outside its domain.
std::optional<double> predicted_gain(const CostParams& fitted, const ExperimentRow& row);

// False if the measured tree has one level: then P was not measured.
bool has_probability(const ModelMeasurement& measurement);

// Adds the model's predictions to the curves of one engine and scheme.
void predict(std::vector<GainChart>& charts, EngineKind engine, Scheme scheme,
             const CostParams& fitted);

// The cell on an eighth, a quarter and half of the swept sides, each beside Ex. nullopt if
// stopped.
std::optional<std::vector<GainRow>> measure_sizes(const SweepSubject& subject,
                                                  const SweepCell& cell, int repeat,
                                                  const RunEngine& run,
                                                  const std::stop_token& stop);

// variable,value,engine,scheme,n,g,r,B,block,speedup,speedup_min,speedup_max,predicted
std::string gain_csv(const std::vector<GainChart>& charts);

}  // namespace mariani::app
