// What a test wrote, as a NumPy file.
#pragma once

#include "compute/service/triangle.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace mariani::app {

// The output of a plan's run, of a test that has one, as it lies in memory: bytes of accumulate,
// float32 of edm; shape (values,) packed, (N, N) full, (blocks, rho, rho) in tiles. Of collision
// uint32 words, whose lowest bit is the first column: (blocks, rho, rho / 32). Throws what
// NpyArrayWriter throws.
void write_triangle_values(const std::filesystem::path& path, const triangle::Plan& plan,
                           std::span<const std::byte> output);

}  // namespace mariani::app
