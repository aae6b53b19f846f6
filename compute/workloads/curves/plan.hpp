// What is to be run: lines and their vertices by an engine, with nothing left to choose.
#pragma once

#include "compute/model/limits.hpp"
#include "compute/workloads/curves/placed_point.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::curves {

namespace limits {
inline constexpr IntegerRange lines{1, std::int64_t{1} << 21};
inline constexpr IntegerRange cap{2, 1024};
inline constexpr IntegerRange block{32, 1024};  // a multiple of warp_threads
inline constexpr IntegerRange pool{1, std::int64_t{1} << 20};
inline constexpr IntegerRange heap{std::int64_t{1} << 22, std::int64_t{1} << 30};  // bytes
inline constexpr float time = 3600;  // seconds: later, a float's places are far apart
inline constexpr float factor = 1e6F;
inline constexpr float least_tolerance = 1e-9F;
inline constexpr float most_tolerance = 1e3F;
inline constexpr std::int64_t vertices = std::int64_t{1} << 28;
inline constexpr std::int64_t placed = 1000;  // points
}  // namespace limits

inline constexpr int warp_threads = 32;

struct Plan {
    std::int64_t lines = 10'000;
    CountRule rule;
    EngineKind engine = EngineKind::scan;
    std::uint64_t seed = 1;
    float time = 0;                            // seconds
    std::vector<PlacedPoint> placed;           // in the unit square, by ascending numbers
    int parent_block = 64;                     // lines, of DP
    int child_block = 32;                      // vertices; of flat, too
    StreamMode streams = StreamMode::forget;   // of DP on a GPU
    int pool = 2048;                           // launches of DP that may be pending
    VertexMemory memory = VertexMemory::room;  // of dp on a GPU
    int heap = 8 << 20;  // bytes for malloc in kernels: of all plans, before the first one runs
    bool repair = true;  // what a launch that fails would do, its parent does; else it is lost
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

inline Emitter emitter_of(const Plan& plan) {
    return {plan.seed, plan.time};
}

// How many lines share a launch; of an engine that has launches. The last launch may have fewer.
std::int64_t lines_a_launch(const Plan& plan);

// With all that fail.
std::int64_t launch_count(const Plan& plan);

}  // namespace mariani::curves
