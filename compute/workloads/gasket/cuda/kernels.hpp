// What the kernels of the cuda backend do for its engines: the layout of the state and a step, a
// random state, and a state to look at.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/state.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace mariani::gasket::cuda {

// All pointers are to device memory, and all work goes into the stream. The device is current.
class StepKernels {
  public:
    virtual ~StepKernels() = default;

    virtual std::uint64_t cells() const = 0;
    virtual std::size_t bytes() const = 0;  // of a state in this layout
    virtual std::uint32_t tile_side() const = 0;

    // Takes so many steps, at most Method::fuse.
    virtual void advance(const mariani::cuda::Stream& stream, const void* from, void* to,
                         int steps) const = 0;

    // How a step of one launch is cut into blocks.
    virtual const BlockGrid& grid() const = 0;
    // The places of the layout, to count visits of; 0 if this is not possible.
    virtual std::uint64_t places() const = 0;
    // One step, with a record of each block and a count of each place; both are 0 before.
    virtual void watch(const mariani::cuda::Stream& stream, const void* from, void* to,
                       BlockRecord* records, std::uint32_t* visits) const = 0;
    // Adds the visits of all places, on the host, to the trace.
    virtual void add_visits(std::span<const std::uint32_t> visits, StepTrace& trace) const = 0;

    // From and to the words of a State. What is packed into is all 0 before.
    virtual void pack(const mariani::cuda::Stream& stream, const std::uint64_t* words,
                      void* to) const = 0;
    virtual void unpack(const mariani::cuda::Stream& stream, const void* from,
                        std::uint64_t* words) const = 0;
};

std::unique_ptr<StepKernels> make_cell_kernels(EngineKind kind, const Problem& problem,
                                               const Method& method);
std::unique_ptr<StepKernels> make_bits_kernels(const Problem& problem, const Method& method);

// Puts the words of random_state() into device memory that has room for them, in the stream's
// order.
void write_random_words(const mariani::cuda::Stream& stream, RandomFill fill, std::uint64_t cells,
                        std::uint64_t* words);

// Takes the words over, which are complete. The pool is of the same device.
std::unique_ptr<Snapshot> device_snapshot(std::uint64_t cells,
                                          std::shared_ptr<std::uint64_t[]> words, int device,
                                          std::shared_ptr<mariani::cuda::BufferPool> pool);

}  // namespace mariani::gasket::cuda
