// Which vector instructions the lanes run on.
#pragma once

#include "compute/model/choices.hpp"

#include <string>
#include <vector>

namespace mariani::cpu {

// The one in use: "AVX-512", "AVX2", "NEON" or "scalar".
std::string simd_target();

// How many numbers of this precision, f32 or f64, one of its vectors holds.
int lanes_per_vector(Precision precision);

// All that this machine can run, the fastest first. Every one computes the same bits.
std::vector<std::string> simd_targets();

// Makes every later frame use the named target, for tests and comparisons; an empty name gives the
// choice back to the machine. Throws std::invalid_argument for one it cannot run. Not to be called
// while a frame is being computed.
void use_simd_target(const std::string& name);

}  // namespace mariani::cpu
