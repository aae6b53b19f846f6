// What a user asks for, with nothing where the program is to choose; and what is to be run: points
// and a quadtree of them by an engine, with nothing left to choose.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/points/emitter.hpp"
#include "compute/workloads/points/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::points {

// How bright each pixel of a picture is, row by row from the top.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> brightness;
};

struct Plan : Problem {
    EngineKind engine = EngineKind::linear;
    Point place{0.5F, 0.5F};                 // of the distribution mouse
    std::shared_ptr<const Picture> picture;  // of the distribution picture; null otherwise
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

// The sums of a picture's brightness, up to each pixel and with it.
std::vector<std::uint32_t> pixel_sums(const Picture& picture);

// The emitter of a valid plan; `sums` are those of its picture, where its backend can read them.
Emitter emitter_of(const Plan& plan, const std::uint32_t* sums);

struct Request : Problem {
    std::vector<EngineKind> engines;         // none: linear
    std::optional<Point> place;              // the middle; only of the distribution mouse
    std::shared_ptr<const Picture> picture;  // only of the distribution picture
    std::optional<Backend> backend;          // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
    bool operator==(const Request&) const = default;
};

// A plan for each engine, in their order, in which knobs that it does not use have their defaults;
// `cuda_unavailable` says why this machine has no cuda, if it has none. Throws
// std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

// Throws std::invalid_argument where a point is outside of [0, 1)^2, or if the plan has another
// count.
void refuse_outside(const Plan& plan, std::span<const Point> points);

inline constexpr std::string_view memory_remedy = "fewer points";

// How many nodes the plan's tree will have, by some of its points: where few of these lie in a
// cell, the others are taken to be spread evenly over it.
std::int64_t expected_node_count(const Plan& plan);

// What a plan's runner takes of the processor's memory, once its tree was looked at, or of its
// GPU's, which has room for all nodes that there can be.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has points and nodes as they should be and as they
// are, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::points
