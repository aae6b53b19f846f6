// What a user sets of the workload `curves`, a knob each.
#pragma once

#include "compute/model/knob.hpp"
#include "compute/workloads/curves/choices.hpp"

#include <cstdint>
#include <optional>

namespace mariani::curves {

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
const KnobTable& knob_table<curves::Problem>();

}  // namespace mariani
