// The limit of pending device-side launches, which belongs to the whole device.
#pragma once

#include <cstddef>

namespace mariani::cuda {

// Fixes how many device-side launches may be pending on the current device: `wanted`, or where that
// is 0 as many as fit into an eighth of its memory, at most 1 GiB, at 7 KB a launch. More launches
// than that fail one by one.
//
// CUDA wants this before any kernel has run, and changing it later has made the driver hang: so the
// first engine that is made for a device does it, whatever its kind, and it holds for the process.
// Thread-safe. Throws std::logic_error when another limit than the one that holds is wanted.
void set_pending_launch_limit(int device, std::size_t wanted, std::size_t device_memory);

}  // namespace mariani::cuda
