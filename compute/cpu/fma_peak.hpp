// How fast one core can multiply and add at all: what the iterations per second are held against.
#pragma once

#include "compute/model/choices.hpp"

namespace mariani::cpu {

// Fused multiply-adds per second (counting every lane of a vector) that the calling thread's core
// reaches with the SIMD target in use: the best of several short runs, about 20 ms in all. A step
// of the iteration takes three. Precision::automatic counts as f64.
double measure_fma_peak(Precision precision);

}  // namespace mariani::cpu
