// Runs of volumes: what reports, tables and the log say of them, measured ones of several engines,
// and what subdivision pays: of a run, of measured engines, and as the model predicts.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/plan_rounds.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// "volume julibrot, k 3, n 96, dwell 256, f32; g 8 r 2 B 4 uniform", of the first plan that has
// regions.
std::string volume_head(const std::vector<volume::Plan>& plans);

// "ASK-SBR", and of B, rule, encoding and order those that the plans do not have in common.
std::vector<std::string> volume_labels(const std::vector<volume::Plan>& plans);

// Voxels along each of so many axes, where nobody says how many: computed at once.
int usual_side(int axes);

// As --slice takes it.
std::string_view axis_name(int axis);

// The sum over all levels.
volume::LevelStats sum_of(const volume::RunStats& stats);

// What became of the regions, a line a level; nothing of Ex.
std::string levels_text(const volume::Plan& plan, const volume::RunStats& stats);

// Adds the columns from `workload` to `B`: what is computed and how; `device` only if it is given.
void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan,
              const std::string& device = {});

// What a run of the plan took, from `compute_ms` to `bytes`, and from `regions` to `list_bytes`.
void add_run(nlohmann::ordered_json& row, const volume::Plan& plan, const volume::RunStats& stats);
void add_regions(nlohmann::ordered_json& row, const volume::RunStats& stats);

// A row of the window's log: a run that was shown.
nlohmann::ordered_json log_row(const volume::Plan& plan, const volume::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time);

struct VolumeGain {
    double of_voxels = 1;  // all of them over those that were iterated
    // The share of regions that were subdivided, but for the last level's; nothing of one level.
    std::optional<double> P;
    // The model's gains, with that P and iterations up to the dwell limit: with the plan's g, r and
    // B, and the best with any in two, three and four dimensions. Nothing where it does not apply.
    std::optional<double> omega;
    std::array<std::optional<double>, 3> best;
};
// Nothing of Ex.
std::optional<VolumeGain> volume_gain(const volume::Plan& plan, const volume::RunStats& stats);

// What the number of dimensions does to the gain, and the share of voxels that were computed.
std::string gain_point(const volume::Plan& plan, const VolumeGain& gain);

// The same, and how often less is done in as many dimensions, as the model has it and as it was,
// and what each of the two counts.
std::string gain_sentence(const volume::Plan& plan, const VolumeGain& gain);

struct VolumeTimes {
    std::string label;
    Spread ms;
    double gain = 1;  // over Ex
    std::optional<FrameEnergy> energy;
};

struct VolumeMeasurement {
    std::vector<volume::Plan> plans;
    bool lists = false;  // all but Ex are the last one's engine, and labelled by encoding and order
    std::vector<VolumeTimes> times;
    std::string device;
    int repeats = 0;  // runs of each
};

struct MeasuredVolume {
    VolumeMeasurement measurement;
    std::vector<nlohmann::ordered_json> rows;  // of the log
};

// All engines over the volume of a request, Ex the first: those that can be run with what else it
// asks for.
std::vector<volume::Plan> engines_over(const volume::Request& request,
                                       const std::optional<std::string>& cuda_unavailable);

// Ex, and the request's engine, or ASK if that one lists no regions, with each encoding in each
// order.
std::vector<volume::Plan> lists_over(const volume::Request& request,
                                     const std::optional<std::string>& cuda_unavailable);

// Each so many times, in random order; in turns of the service, if there is one. Nothing if
// stopped.
std::optional<MeasuredVolume> measure_engines(const std::vector<volume::Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done,
                                              ComputeService* service = nullptr);

struct VolumeEngines {
    using Plan = volume::Plan;
    using Runner = volume::Runner;
    using RunStats = volume::RunStats;
    using Progress = volume::Progress;
    static bool is_baseline(const Plan& plan) { return plan.engine == volume::EngineKind::ex; }
    static std::int64_t output_bytes(const Plan& plan) { return volume::output_bytes(plan); }
};

// The plans compute the same voxels.
using VolumeRounds = PlanRounds<VolumeEngines>;
using VolumeRun = VolumeRounds::Run;

}  // namespace mariani::app
