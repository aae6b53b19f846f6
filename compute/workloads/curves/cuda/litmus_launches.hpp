// What the kernels of the litmus tests and their host have in common.
#pragma once

#include "compute/workloads/curves/cuda/launches.hpp"
#include "compute/workloads/curves/litmus.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::curves::cuda {

// What the kernels count; all 0 at first.
struct LitmusBoard {
    Total tried, met, refused;
    unsigned refusal;   // the first refused launch's error
    unsigned attempts;  // of launches, so far
};

// When a kernel ran, in ns of the device's clock; 0 before.
struct LitmusTrace {
    std::uint64_t begin, end;
};

// How many blocks of how many threads a round launches; a thread has a cell, or a trace.
struct LitmusShape {
    int blocks, threads;
    constexpr int cells() const { return blocks * threads; }
};
LitmusShape shape_of(const LitmusCase& litmus);

// What a thread of the test of the heap takes from it.
inline constexpr std::size_t heap_block = 4096;  // bytes

// How deep launches nest, and how many tails follow each other, before the test ends.
inline constexpr unsigned most_nested = 64, most_tails = 512;

struct LitmusMemory {
    unsigned* cells = nullptr;    // no cell has the round's value
    unsigned** blocks = nullptr;  // of the heap, by their threads; null between rounds
    LitmusTrace* traces = nullptr;
    LitmusBoard* board = nullptr;
};

// A round, with a value of its own.
void launch_litmus(const LitmusCase& litmus, const LitmusMemory& memory, unsigned round,
                   const Stream& stream);

}  // namespace mariani::curves::cuda
