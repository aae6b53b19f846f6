// What the cost model is compared with: Ex and both schemes measured on one view, and the cost of a
// subdivision by itself.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/cost_model.hpp"

#include <atomic>
#include <optional>
#include <stop_token>

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

}  // namespace mariani::app
