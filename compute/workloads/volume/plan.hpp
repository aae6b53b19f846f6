// What a user asks for, with nothing where the program is to choose; and what is to be run: a
// volume under an engine, with nothing left to choose.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/volume/codes.hpp"
#include "compute/workloads/volume/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mariani::volume {

struct Plan {
    Function function = Function::julibrot;
    int axes = 3;  // k
    Sides side{{96, 96, 96, 1}};
    std::uint32_t dwell_limit = 256;
    double centre_re = -0.75;  // of the slices of constant w, whose pixels are square
    double centre_im = 0;
    double height = 2.5;
    double turn = 0;  // of the third of three axes in the plane of w: 1/4 is w.im, 1 is w.re again
    int g = 8;
    int r = 2;
    int B = 4;
    Rule rule = Rule::uniform;
    bool shortcuts = true;  // orbits that never escape are found early; no dwell changes
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    int pool = 2048;  // launches of DP that may be pending
    Encoding encoding = Encoding::coords;
    Order order = Order::stable;
    Precision precision = Precision::f32;
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// The problem that it solves, with what the program chose.
Problem problem_of(const Plan& plan);

// Whether w has an axis that can be turned in its plane.
constexpr bool turns(Function function, int axes) {
    return function == Function::julibrot && axes == 3;
}

// f32 as long as it tells the voxels of a plane of constant w apart with a margin, else f64.
Precision suited_precision(const Plan& plan);

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

// The deepest level that there can be; the first is 0.
int last_level(const Plan& plan);

// The longest that regions of the level are along any axis, in voxels.
std::uint32_t side_of_level(const Plan& plan, int level);

// With 64 bits where its lattice needs them.
Code code_of(const Plan& plan);

// A dwell has 16 bits, or 32 where the limit needs them. A dwell that is not known yet has all
// bits.
template <typename Dwell>
inline constexpr Dwell unknown = static_cast<Dwell>(~Dwell{0});
constexpr bool has_wide_dwells(const Plan& plan) {
    return plan.dwell_limit >= unknown<std::uint16_t>;
}
std::int64_t output_bytes(const Plan& plan);

struct Request : Problem {
    EngineKind engine = EngineKind::ask;
    std::optional<Backend> backend{};  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// Knobs that the engine does not use have their defaults in the plan. `cuda_unavailable` says why
// this machine has no cuda, if it has none. Throws std::invalid_argument: what cannot be run, and
// why.
Plan resolve(const Request& request, const std::optional<std::string>& cuda_unavailable);

inline constexpr std::string_view memory_remedy = "a smaller n";

// What a plan's runner takes of the processor's memory, or of its GPU's. How many regions there
// will be is told by some of each level.
MemoryEstimate memory_of(const Plan& plan);

// What a check beside Ex takes of the processor's, which has a copy of the voxels of each, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::volume
