// The energy that a frame took, as far as a counter can resolve it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace mariani {

// Mean power while one frame is computed over and over without a pause, times the duration of one.
// The counters are those of a whole GPU or processor: everything else that runs there, and the idle
// power, is included.
struct FrameEnergy {
    double joules = 0;    // per frame; meaningless if unknown
    double seconds = 0;   // between the counter's first and last step
    int frames = 0;       // computed in that time
    int steps = 0;        // of the counter; the resolution is one part in `steps`
    std::string counter;  // "NVML", "RAPL"
    std::string unknown;  // why there is no figure; empty if there is one

    bool known() const { return unknown.empty(); }
    double pixels_per_joule(std::int64_t pixels) const {
        return static_cast<double>(pixels) / joules;
    }
};

// "NVML, 25 steps in 0.5 s": the source of a known figure.
inline std::string counted_by(const FrameEnergy& energy) {
    char text[96];
    std::snprintf(text, sizeof text, "%s, %d steps in %.1f s", energy.counter.c_str(), energy.steps,
                  energy.seconds);
    return text;
}

}  // namespace mariani
