// The plainest possible Mandelbrot and subdivision, written from the definitions alone, for the
// engines to be compared with. Shares no code with them.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/model/region.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::reference {

// Steps taken while |z| < 2, at most the limit, with a test before every step.
std::uint32_t dwell(const FrameRequest& request, int x, int y);

// The smooth dwell less the dwell; 0 for a pixel inside.
double fraction(const FrameRequest& request, int x, int y);

// Dwells of request.part, row by row.
std::vector<std::uint32_t> exhaustive(const FrameRequest& request);

// The subdivided frame: dwells as filled, and the regions sorted by level, y, x. Iterations are
// counted without shortcuts, each pixel once.
struct Subdivided {
    std::vector<std::uint32_t> dwells;
    std::vector<Region> regions;
    bool certain = true;  // else a border is so near to a component's that rounding decides
};
Subdivided subdivided(const FrameRequest& request);
// The same where exhaustive(request) is known.
Subdivided subdivided(const FrameRequest& request, std::vector<std::uint32_t> truth);

// Whether the cardioid or the disc to its left holds the whole border; nothing where rounding in
// the request's precision decides.
std::optional<bool> in_one_component(const FrameRequest& request, PixelRect rect);

}  // namespace mariani::reference
