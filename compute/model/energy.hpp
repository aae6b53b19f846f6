// What a frame took of energy, as far as a counter can tell.
#pragma once

#include <cstdint>
#include <string>

namespace mariani {

// Mean power while one frame was computed again and again without a pause, times what one of them
// took. The counters are those of a whole GPU or processor: what else they do, and what they take
// at rest, is in it.
struct FrameEnergy {
    double joules = 0;    // of a frame; nothing to be read where it is unknown
    double seconds = 0;   // between the first and the last step of the counter
    int frames = 0;       // that were computed for it
    int steps = 0;        // of the counter: one in so many is what it cannot tell
    std::string counter;  // "NVML", "RAPL"
    std::string unknown;  // why there is no figure; empty where there is one

    bool known() const { return unknown.empty(); }
    double pixels_per_joule(std::int64_t pixels) const {
        return static_cast<double>(pixels) / joules;
    }
};

// "NVML, 25 steps in 0.5 s": what a known figure comes from.
std::string counted_by(const FrameEnergy& energy);

}  // namespace mariani
