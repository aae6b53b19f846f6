// The closed choices of the workload, and the one table of their names.
#pragma once

#include "compute/model/choices.hpp"

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

}  // namespace mariani::points

namespace mariani {

template <>
std::span<const Choice<points::EngineKind>> choices<points::EngineKind>();
template <>
std::span<const Choice<points::Distribution>> choices<points::Distribution>();

}  // namespace mariani
