// The heap of malloc() in kernels, which belongs to the whole device.
#pragma once

#include <cstdint>

namespace mariani::cuda {

// Has a device's heap hold so many bytes, at least 4 MiB. The device is current. CUDA takes another
// size only until kernels that launch or allocate are loaded: throws std::runtime_error, with the
// size that holds, where another is wanted later. Thread-safe.
void set_heap_limit(int device, std::int64_t bytes);

}  // namespace mariani::cuda
