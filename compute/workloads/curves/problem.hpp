// What a user sets of the workload `curves`: its closed choices, and a knob for each value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"

#include <cstdint>
#include <optional>

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

struct Problem {
    std::int64_t lines = 10'000;
    std::optional<double> factor;  // counts by curvature; nothing: by the tolerance
    double tolerance = 0.5;        // pixels
    int cap = 64;
    Seed seed = 1;
    double time = 0;  // seconds since control points began to move
    int parent_block = 64;
    int child_block = 32;
    StreamMode streams = StreamMode::forget;
    int pool = 2048;
    VertexMemory memory = VertexMemory::room;
    int heap = 8 << 20;  // bytes
    bool repair = true;
    bool operator==(const Problem&) const = default;
};

namespace limits {
inline constexpr IntegerRange lines{1, std::int64_t{1} << 21};
inline constexpr IntegerRange cap{2, 1024};
inline constexpr double time = 3600;  // seconds: later, a float's places are far apart
inline constexpr std::int64_t vertices = std::int64_t{1} << 28;
inline constexpr std::int64_t placed = 1000;  // points
}  // namespace limits

inline constexpr int warp_threads = 32;

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

template <>
const KnobTable& knob_table<curves::Problem>();

}  // namespace mariani
