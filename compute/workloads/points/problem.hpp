// What a user sets of the workload `points`: its closed choices, and a knob for each value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/workloads/points/node.hpp"

#include <cstdint>

namespace mariani::points {

enum class EngineKind { dp, dp_mbr, ask, linear, karras };

// Where points lie at time 0.
enum class Distribution { uniform, clumps, spiral, grid, mouse, picture };

// Those that launch from the device, or by tasks in its place.
constexpr bool is_recursive(EngineKind engine) {
    return engine == EngineKind::dp || engine == EngineKind::dp_mbr;
}

// Those that sort all points once; the others move them from level to level.
constexpr bool sorts(EngineKind engine) {
    return engine == EngineKind::linear || engine == EngineKind::karras;
}

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
std::span<const Choice<points::EngineKind>> choices<points::EngineKind>();
template <>
std::span<const Choice<points::Distribution>> choices<points::Distribution>();

template <>
const KnobTable& knob_table<points::Problem>();

}  // namespace mariani
