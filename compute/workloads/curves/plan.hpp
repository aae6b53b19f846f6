// What is to be run: lines and their vertices by an engine, with nothing left to choose.
#pragma once

#include "compute/workloads/curves/placed_point.hpp"
#include "compute/workloads/curves/problem.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::curves {

struct Plan : Problem {  // its heap is that of all plans: the first one to run fixes it
    CountRule rule;      // of its factor, tolerance and cap
    EngineKind engine = EngineKind::scan;
    std::vector<PlacedPoint> placed;  // in the unit square, by ascending numbers
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

inline Emitter emitter_of(const Plan& plan) {
    return {plan.seed, static_cast<float>(plan.time)};
}

// How many lines share a launch; of an engine that has launches. The last launch may have fewer.
std::int64_t lines_a_launch(const Plan& plan);

// With all that fail.
std::int64_t launch_count(const Plan& plan);

}  // namespace mariani::curves
