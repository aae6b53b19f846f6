// The engines of the cpu backend, the vector instructions that they run on, and how fast one core
// can multiply and add at all, and memory can be written: what measured rates are held against.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/choices.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mariani::cpu {

struct Painters;  // of a workload (painter.hpp)

std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters);

// "AMD EPYC, 2 threads, AVX-512"
std::string device(int threads);

// The vector instructions in use: "AVX-512", "AVX2", "NEON" or "scalar".
std::string simd_target();

// How many numbers of this precision, f32 or f64, one of its vectors holds.
int lanes_per_vector(Precision precision);

// All that this machine can run, the fastest first. Every one computes the same bits.
std::vector<std::string> simd_targets();

// Makes every later frame use the named target, for tests and comparisons; an empty name gives the
// choice back to the machine. Throws std::invalid_argument for one it cannot run. Not to be called
// while a frame is being computed.
void use_simd_target(const std::string& name);

// Fused multiply-adds per second (counting every lane of a vector) that the calling thread's core
// reaches with the SIMD target in use: the best of several short runs, about 20 ms in all. A step
// of the iteration takes three. Precision::automatic counts as f64.
double measure_fma_peak(Precision precision);

// The ms that so many threads take together to set so many bytes: the least of several times, the
// threads running and the memory touched before. Of little memory, what one of them takes: it is
// done before another one is awake.
double measure_memset_ms(std::int64_t bytes, int threads);

}  // namespace mariani::cpu
