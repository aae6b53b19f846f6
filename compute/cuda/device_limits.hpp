// The limits of pending device-side launches and of the heap of malloc() in kernels, which belong
// to the whole device.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mariani::cuda {

// Fixes how many device-side launches may be pending on the current device: `wanted`, or where that
// is 0 as many as fit into an eighth of its memory, at most 1 GiB, at 7 KB a launch. More launches
// than that fail one by one.
//
// CUDA wants this before any kernel has run, and changing it later has made the driver hang: so the
// first engine that is made for a device does it, whatever its kind, and it holds for the process.
// Thread-safe. Throws std::logic_error when another limit than the one that holds is wanted.
void set_pending_launch_limit(int device, std::size_t wanted, std::size_t device_memory);

// Has a device's heap hold so many bytes, at least 4 MiB. The device is current. CUDA takes another
// size only until kernels that launch or allocate are loaded: throws std::runtime_error, with the
// size that holds, where another is wanted later. Thread-safe.
void set_heap_limit(int device, std::int64_t bytes);

}  // namespace mariani::cuda
