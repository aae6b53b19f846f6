// Litmus tests of launches from the device: what the textbook says of them (seed 001, sections 13.4
// to 13.6: CUDA's first dynamic parallelism), what CUDA promises today (its second), and what a GPU
// does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace mariani::curves {

enum class Litmus {
    own_write,        // a thread writes and launches; its child reads
    zero_copy,        // the same in memory of the host
    loose_writes,     // a thread launches when it comes to it; the child reads all of its block's
    fenced_writes,    // the same after a barrier
    child_to_parent,  // a child writes; its parent reads until it is seen, for a while
    child_to_tail,    // children write; the grid's tail launch reads
    child_to_next,    // children write; the next kernel of the host's stream reads
    nesting,          // each kernel launches the next, and forgets it
    tails,            // each kernel launches the next, as its tail
    pool,             // twice as many launches as the pool has room for, pending at a time
    null_stream,      // 4 blocks of 16 threads, which launch a kernel each; when do these run?
    named_streams,
    forget,
    crowd,  // the same with 4 blocks of 128 threads and kernels that last
    heap,   // twice as much is allocated as the heap has room for; the next kernel reads it
};

// One that can be run, in a CUDA context with room for so many pending launches.
struct LitmusCase {
    Litmus kind = Litmus::own_write;
    int pool = 2048;  // CUDA's default
    bool operator==(const LitmusCase&) const = default;
};

struct LitmusCounts {
    std::int64_t tried = 0;       // values read, levels, launches or blocks wanted, kernels traced
    std::int64_t met = 0;         // values that were seen, levels or launches that ran; of traces:
                                  // how many kernels of one block ran at a time, at most
    std::int64_t together = 0;    // of traces: how many of all blocks
    std::int64_t refused = 0;     // launches, or blocks of the heap
    std::string refusal;          // CUDA's name for the first one's error; empty if there is none
    std::int64_t violations = 0;  // of what CUDA promises today; 0 where it promises nothing
    bool operator==(const LitmusCounts&) const = default;
};

// What is said of a subject, in sentences.
struct LitmusText {
    std::string_view name;             // in files: "own-write"
    std::string_view title;            // what happens
    std::optional<LitmusCase> litmus;  // nothing: explained, not run
    bool promised;                     // CUDA does promise something, which a GPU may break
    std::string_view textbook, today;
};

// In the textbook's order: memory, nesting and the pool, streams; then what is not run.
std::span<const LitmusText> litmus_texts();

// Runs one on a device of devices(), in a CUDA context of its own: the program's, with its limits,
// stays as it is. Nothing if stopped, for which it looks between rounds of a few milliseconds.
// Throws std::runtime_error: why the device cannot run it, or what CUDA refused.
std::optional<LitmusCounts> run_litmus(const LitmusCase& litmus, int device,
                                       const std::stop_token& stop);

}  // namespace mariani::curves

namespace mariani::curves::cuda {

// The litmus tests on a GPU. No CUDA type is named here: a build without nvcc has this header too.
std::optional<LitmusCounts> run_litmus(const LitmusCase& litmus, int device,
                                       const std::stop_token& stop);

}  // namespace mariani::curves::cuda
