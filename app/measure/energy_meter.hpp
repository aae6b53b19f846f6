// The energy of a frame. One frame is far shorter than a counter's step, so it is computed again
// and again until the counter has moved often enough to tell.
#pragma once

#include "app/measure/run_engine.hpp"
#include "compute/energy/energy_counter.hpp"
#include "compute/model/energy.hpp"
#include "compute/service/energy_counters.hpp"

#include <functional>
#include <optional>
#include <stop_token>

namespace mariani::app {

using OpenCounter = std::function<energy::CounterOrReason(const FramePlan& computed)>;

// When a measurement ends, and what is asked of it.
struct EnergyPatience {
    double least_seconds = 0.5;
    double most_seconds = 4;
    int enough_steps = 20;  // of the counter, to end before that
    int least_steps = 10;   // fewer tell nothing
};

// The counter as it was seen to move.
struct CounterTrail {
    int steps = 0;                   // after the first one seen
    double seconds = 0, joules = 0;  // from the first to the last
};

struct MeasuredEnergy {
    FramePlan plan;
    FrameEnergy energy;
};

// Joules of a frame of which `frames` took so many seconds, one after the other.
FrameEnergy energy_of(const CounterTrail& trail, int frames, double seconds,
                      const EnergyPatience& patience);

// Runs the request once to warm up and then without a pause. Why there is no figure is said in what
// is returned; nothing when stopped. Throws what the engine throws.
std::optional<MeasuredEnergy> measure_energy(const FrameRequest& request, const RunEngine& run,
                                             const std::stop_token& stop,
                                             const OpenCounter& open = open_energy_counter,
                                             const EnergyPatience& patience = {});

// "0.0123 J a frame, 85.2 Mpixel/J (NVML, 25 steps in 0.5 s)", or why there is no figure.
std::string energy_text(const FrameEnergy& energy, std::int64_t pixels);

}  // namespace mariani::app
