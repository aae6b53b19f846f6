// The simplest possible Mandelbrot and Julia sets and subdivision, written from the definitions
// alone, as a reference for the engines. Shares no code with them.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::reference {

// Steps taken while |z| < 2, at most the limit, with a test before every step.
std::uint32_t dwell(const FramePlan& plan, int x, int y);

// The smooth dwell minus the dwell; 0 for a pixel inside.
double fraction(const FramePlan& plan, int x, int y);

// Dwells of plan.part, row by row.
std::vector<std::uint32_t> exhaustive(const FramePlan& plan);

// The subdivided frame: dwells as filled, and the regions sorted by level, y, x. Iterations are
// counted without shortcuts, each pixel once.
struct Subdivided {
    std::vector<std::uint32_t> dwells;
    std::vector<Region> regions;
    bool certain = true;  // if false, a border is so near to a component's that rounding decides
};
Subdivided subdivided(const FramePlan& plan);
// The same, given exhaustive(plan).
Subdivided subdivided(const FramePlan& plan, std::vector<std::uint32_t> truth);

// Whether the cardioid or the disc to its left contains the whole border; nullopt if rounding in
// the plan's precision decides.
std::optional<bool> in_one_component(const FramePlan& plan, PixelRect rect);

}  // namespace mariani::reference
