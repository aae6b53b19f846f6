// The heap of malloc() in kernels, which belongs to the whole context.
#pragma once

#include <cstdint>

namespace mariani::cuda {

// Has the current device's heap hold so many bytes. CUDA takes another size only until a kernel of
// the program has used the heap: throws std::runtime_error, with the size that holds, where one is
// wanted later. Thread-safe.
void set_heap_limit(std::int64_t bytes);

}  // namespace mariani::cuda
