// What subdivision pays: of a run, of measured engines, and as the model predicts.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/spread.hpp"
#include "compute/service/volume.hpp"

#include <array>
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

// How often less is done in as many dimensions, as the model has it and as it was, and what each of
// the two counts.
std::string gain_sentence(const volume::Plan& plan, const VolumeGain& gain);

struct EngineTimes {
    std::string label;
    Spread ms;
    double gain = 1;  // over Ex
    std::optional<FrameEnergy> energy;
};

struct VolumeMeasurement {
    volume::Plan plan;   // of the last
    bool lists = false;  // all but Ex are the plan's engine, and labelled by encoding and order
    std::vector<EngineTimes> times;
    std::string device;
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

}  // namespace mariani::app
