// What is to be run: a volume under an engine, with nothing left to choose.
#pragma once

#include "compute/model/limits.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/choices.hpp"
#include "compute/workloads/volume/codes.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::volume {

namespace limits {
inline constexpr IntegerRange axes{2, max_axes};
inline constexpr IntegerRange axes_of_bulb{2, 3};
inline constexpr IntegerRange side{1, 2048};
inline constexpr IntegerRange side_of_four{1, 256};
inline constexpr IntegerRange pool{1, std::int64_t{1} << 20};
}  // namespace limits

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

// Whether w has an axis that can be turned in its plane.
constexpr bool turns(Function function, int axes) {
    return function == Function::julibrot && axes == 3;
}

// f32 as long as it tells the voxels of a plane of constant w apart with a margin, else f64.
Precision suited_precision(const Plan& plan);

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

// Whether it cuts the volume into regions, begins more work while it is run, and lists regions.
constexpr bool has_regions(EngineKind engine) {
    return engine != EngineKind::ex;
}
constexpr bool has_launches(EngineKind engine) {
    return engine == EngineKind::dp;
}
constexpr bool has_list(EngineKind engine) {
    return engine == EngineKind::ask || engine == EngineKind::surface;
}

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

}  // namespace mariani::volume
