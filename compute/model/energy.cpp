#include "compute/model/energy.hpp"

#include <cstdio>

namespace mariani {

std::string counted_by(const FrameEnergy& energy) {
    char text[96];
    std::snprintf(text, sizeof text, "%s, %d steps in %.1f s", energy.counter.c_str(), energy.steps,
                  energy.seconds);
    return text;
}

}  // namespace mariani
