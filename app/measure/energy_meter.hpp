// The energy per frame. A frame is far shorter than a counter's step, so it is computed over and
// over until the counter has stepped often enough for a result.
#pragma once

#include "app/measure/rounds.hpp"
#include "compute/energy/energy_counter.hpp"
#include "compute/model/energy.hpp"
#include "compute/service/machine.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mariani::app {

using OpenCounter = std::function<energy::CounterOrReason(const FramePlan& computed)>;

// When a measurement ends, and what it requires.
struct EnergyPatience {
    double min_seconds = 0.5;
    double max_seconds = 4;
    int enough_steps = 20;  // of the counter: enough to end early
    int min_steps = 10;     // fewer give no figure
};

// The observed steps of a counter.
struct CounterTrail {
    int steps = 0;                   // after the first one seen
    double seconds = 0, joules = 0;  // from the first to the last
};

struct MeasuredEnergy {
    FramePlan plan;
    FrameEnergy energy;
};

// Joules per frame, if `frames` frames took this many seconds one after the other.
FrameEnergy energy_of(const CounterTrail& trail, int frames, double seconds,
                      const EnergyPatience& patience);

// Runs the request after a warm-up (run_rounds) without a pause. If there is no figure, the result
// says why; nullopt if stopped. Throws what the engine throws.
std::optional<MeasuredEnergy> measure_energy(const FrameRequest& request, const RunEngine& run,
                                             const std::stop_token& stop,
                                             const OpenCounter& open = open_energy_counter,
                                             const EnergyPatience& patience = {});

// The same of what another workload computes where the plan says: `run` runs it once, and returns
// false if it was stopped. Run once to warm up.
std::optional<FrameEnergy> measure_energy(const FramePlan& where, const std::function<bool()>& run,
                                          const OpenCounter& open = open_energy_counter,
                                          const EnergyPatience& patience = {});

// "0.0123 J per frame, 85.2 Mpixel/J (NVML, 25 steps in 0.5 s)", or why there is no figure.
std::string energy_text(const FrameEnergy& energy, std::int64_t pixels);
// "0.0123 J per run, 85.2 Mcell/J (NVML, 25 steps in 0.5 s)", or why there is no figure; of a run,
// or of what else computes so many cells.
std::string run_energy_text(const FrameEnergy& energy, double cells, std::string_view what = "run");

}  // namespace mariani::app
