// What a user asks for, with nothing where the program is to choose; and what is to be run: lines
// and their vertices by an engine, with nothing left to choose.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/curves/problem.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::curves {

// Points that somebody has put elsewhere than the emitter does. Point 2i is where line i begins and
// the one before it ends, and point 2i + 1 is line i's control point.
struct PlacedPoint {
    std::uint32_t number;
    Point at;
    bool operator==(const PlacedPoint&) const = default;
};

constexpr std::int64_t point_count(std::int64_t lines) {
    return 2 * lines + 1;
}

// Calls use(line, which of its points) for each line, of so many, that the point belongs to.
template <typename Use>
void for_each_line_of(std::uint32_t number, std::int64_t lines, const Use& use) {
    const std::uint32_t line = number / 2;
    if (number % 2 == 1) return use(line, &Line::control);
    if (line < lines) use(line, &Line::start);
    if (line > 0) use(line - 1, &Line::end);
}

// Where a point of the lines lies.
inline Point point_of(std::span<const Line> lines, std::uint32_t number) {
    Point at{};
    for_each_line_of(number, static_cast<std::int64_t>(lines.size()),
                     [&](std::uint32_t line, Point Line::*which) { at = lines[line].*which; });
    return at;
}

// The list, in ascending order, with the point put elsewhere, once more or for the first time.
std::vector<PlacedPoint> with_point(std::vector<PlacedPoint> placed, const PlacedPoint& point);

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

// Throws std::invalid_argument where other lines are given to a plan than it has room for.
void refuse_other_count(const Plan& plan, std::span<const Line> lines);

struct Request : Problem {
    std::vector<EngineKind> engines;   // none: scan
    std::optional<std::int64_t> side;  // 1000: of the unit square, in pixels of the tolerance
    std::vector<PlacedPoint> placed;
    std::optional<Backend> backend;  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// A plan for each engine, in their order, in which knobs that it does not use have their defaults;
// `cuda_unavailable` says why this machine has no cuda, if it has none. Throws
// std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

inline constexpr std::string_view memory_remedy = "fewer lines or a smaller cap";

// What a plan's runner takes of the processor's memory, or of its GPU's. How many vertices scan
// will need is told by some of the lines.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has lines and vertices as they should be and as they
// are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::curves
