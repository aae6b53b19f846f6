// How fast one core can multiply and add at all, and memory can be written: what measured rates are
// held against.
#pragma once

#include "compute/model/choices.hpp"

#include <cstdint>

namespace mariani::cpu {

// Fused multiply-adds per second (counting every lane of a vector) that the calling thread's core
// reaches with the SIMD target in use: the best of several short runs, about 20 ms in all. A step
// of the iteration takes three. Precision::automatic counts as f64.
double measure_fma_peak(Precision precision);

// The ms that so many threads take together to set so many bytes: the least of several times, the
// threads running and the memory touched before. Of little memory, what one of them takes: it is
// done before another one is awake.
double measure_memset_ms(std::int64_t bytes, int threads);

}  // namespace mariani::cpu
