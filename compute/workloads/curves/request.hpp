// What a user asks for, with nothing where the program is to choose; and the plans that this makes.
#pragma once

#include "compute/workloads/curves/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::curves {

struct Request {
    std::vector<EngineKind> engines;  // none: scan
    std::int64_t lines = 10'000;
    std::uint64_t seed = 1;
    double time = 0;
    std::vector<PlacedPoint> placed;
    std::optional<double> factor;      // counts by curvature
    std::optional<double> tolerance;   // counts by it, in pixels: 0.5 if no factor is given
    std::optional<std::int64_t> side;  // 1000: of the unit square, in those pixels
    std::int64_t cap = 64;
    std::optional<int> parent_block;  // 64; only of DP
    int child_block = 32;
    std::optional<StreamMode> streams;   // forget; only of DP on a GPU
    std::optional<int> pool;             // 2048; only of DP
    std::optional<bool> repair;          // true; only of DP
    std::optional<VertexMemory> memory;  // room; only of dp on a GPU
    std::optional<int> heap;             // bytes: 8 MiB; only of malloc
    std::optional<Backend> backend;      // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// A plan for each engine, in their order; `cuda_unavailable` says why this machine has no cuda, if
// it has none. Throws std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani::curves
