// What a user sets of the workload `points`, a knob each.
#pragma once

#include "compute/model/knob.hpp"
#include "compute/workloads/points/choices.hpp"
#include "compute/workloads/points/node.hpp"

#include <cstdint>

namespace mariani::points {

struct Problem {
    std::int64_t count = 100'000;
    SplitRule rule;
    Distribution distribution = Distribution::uniform;
    Seed seed = 1;
    double time = 0;  // seconds since points began to move
    int pool = 2048;
    int block = 128;
    bool operator==(const Problem&) const = default;
};

namespace limits {
inline constexpr IntegerRange count{0, std::int64_t{1} << 27};
inline constexpr double time = 3600;  // seconds: later, a float's places are far apart
inline constexpr std::int64_t nodes = std::int64_t{1} << 28;
inline constexpr std::int64_t pixels = std::int64_t{1} << 24;
}  // namespace limits

inline constexpr int warp_threads = 32;

}  // namespace mariani::points

namespace mariani {

template <>
const KnobTable& knob_table<points::Problem>();

}  // namespace mariani
