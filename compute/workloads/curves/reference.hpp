// What the vertices must be: line by line, by one thread.
#pragma once

#include "compute/workloads/curves/tessellation.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::curves {

// Line i has the vertices from offsets[i] to offsets[i + 1], a lost one none; one more offset than
// lines.
struct Tessellation {
    std::vector<std::uint32_t> offsets;
    std::vector<Point> vertices;
};

// Nothing if stopped.
std::optional<Tessellation> expected_vertices(const CountRule& rule, std::span<const Line> lines,
                                              const std::stop_token& stop);

// The same, less the vertices of the lines that are lost in `found`, which has as many lines.
Tessellation without_lost(const Tessellation& expected, const Tessellation& found);

// The first thing that differs, in words; nullopt if nothing does. Vertices are compared bit for
// bit.
std::optional<std::string> why_wrong(const Tessellation& expected, const Tessellation& found);

// How far the curve is from its chords at most, in the line's unit; to within a relative 1e-3 and
// the rounding of its vertices. In double precision, at many places of each step.
double chord_error(const Line& line, std::span<const Point> vertices);

}  // namespace mariani::curves
