// A state in device memory, as the words of a State.
#pragma once

#include "compute/cuda/buffer_pool.hpp"
#include "compute/workloads/gasket/snapshot.hpp"

#include <cstdint>
#include <memory>

namespace mariani::gasket::cuda {

// Takes the words over, which are complete. The pool is of the same device.
std::unique_ptr<Snapshot> device_snapshot(std::uint64_t cells,
                                          std::shared_ptr<std::uint64_t[]> words, int device,
                                          std::shared_ptr<mariani::cuda::BufferPool> pool);

}  // namespace mariani::gasket::cuda
