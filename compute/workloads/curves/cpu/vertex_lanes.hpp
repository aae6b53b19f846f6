// Vertices in SIMD, with the best vector instructions of the machine.
#pragma once

#include "compute/workloads/curves/tessellation.hpp"

#include <cstdint>

namespace mariani::curves::cpu {

// Vertices [begin, end) of a line that has `count`, to `to` on; bit for bit those of vertex_of().
void place_vertices(const Line& line, std::uint32_t count, std::uint32_t begin, std::uint32_t end,
                    Point* to);

}  // namespace mariani::curves::cpu
