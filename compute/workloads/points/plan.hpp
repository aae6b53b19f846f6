// What is to be run: points and a quadtree of them by an engine, with nothing left to choose.
#pragma once

#include "compute/workloads/points/emitter.hpp"
#include "compute/workloads/points/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

}  // namespace mariani::points
