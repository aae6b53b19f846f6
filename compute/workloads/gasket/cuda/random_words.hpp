// A random state, made in device memory.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <cstdint>

namespace mariani::gasket::cuda {

// Puts the words of random_state() into device memory that has room for them, in the stream's
// order.
void write_random_words(const mariani::cuda::Stream& stream, RandomFill fill, std::uint64_t cells,
                        std::uint64_t* words);

}  // namespace mariani::gasket::cuda
