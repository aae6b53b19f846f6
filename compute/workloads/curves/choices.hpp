// The closed choices of the workload, and the one table of their names.
#pragma once

#include "compute/model/choices.hpp"

namespace mariani::curves {

enum class EngineKind { flat, dp, dp_warp, dp_block, dp_grid, scan };

// Those that launch from the device, or by tasks in its place.
constexpr bool has_launches(EngineKind engine) {
    return engine != EngineKind::flat && engine != EngineKind::scan;
}

// What a line's number of vertices follows from.
enum class CountBy { curvature, tolerance };

// Where a GPU's launches from the device go.
enum class StreamMode { null, named, forget };

// Where DP's vertices go on a GPU: into what the host has reserved, or where malloc() in a kernel
// finds room.
enum class VertexMemory { room, heap };

}  // namespace mariani::curves

namespace mariani {

template <>
std::span<const Choice<curves::EngineKind>> choices<curves::EngineKind>();
template <>
std::span<const Choice<curves::CountBy>> choices<curves::CountBy>();
template <>
std::span<const Choice<curves::StreamMode>> choices<curves::StreamMode>();
template <>
std::span<const Choice<curves::VertexMemory>> choices<curves::VertexMemory>();

}  // namespace mariani
