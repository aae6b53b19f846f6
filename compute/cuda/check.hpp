// Every result of the CUDA runtime goes through check().
#pragma once

#include <source_location>
#include <string_view>

#include <cuda_runtime_api.h>

namespace mariani::cuda {

// Throws unless result is cudaSuccess: what was tried, CUDA's name for what went wrong, an advice,
// and where in the source. A MemoryShortage when memory is short, else a BackendFailure. Leaves
// no error behind in the runtime, where that can be helped.
void check(cudaError_t result, std::string_view operation,
           std::source_location where = std::source_location::current());

}  // namespace mariani::cuda
