// What all engines take for the same points.
#pragma once

#include "app/measure/spread.hpp"
#include "compute/model/energy.hpp"
#include "compute/service/points.hpp"

#include <atomic>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani {
class ComputeService;
}

namespace mariani::app {

struct PointsEngineTimes {
    points::EngineKind engine = points::EngineKind::linear;
    Spread ms;
    points::RunStats stats;             // of its last run
    std::optional<double> gain;         // over DP, where it ran
    std::optional<FrameEnergy> energy;  // of a run, if it was measured
};

struct PointsMeasurement {
    points::Plan plan;  // of the first; the others differ by their engines only
    std::string device;
    std::vector<PointsEngineTimes> engines;  // all, in their order
};

struct MeasuredPoints {
    PointsMeasurement measurement;
    std::vector<nlohmann::ordered_json> rows;  // of all runs, for the log
};

// The plan's points by each engine that its backend has.
std::vector<points::Plan> engines_over(const points::Plan& plan);

// Each so many times, in random order; in turns of the service, if there is one. Nothing if
// stopped. Throws what a runner throws.
std::optional<MeasuredPoints> measure_engines(const std::vector<points::Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done,
                                              ComputeService* service = nullptr);

}  // namespace mariani::app
