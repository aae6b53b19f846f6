// Host memory that a device's values are copied to.
#pragma once

#include "compute/cuda/buffer_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mariani::cuda {

// Pinned memory is copied to four times as fast, but taken from all other programs: more than a
// window or a poster's part needs is not asked for.
inline constexpr std::size_t max_pinned = std::size_t{256} << 20;

// Uninitialised; a device must be current. Thread-safe. Throws what Pool::take throws, and
// std::bad_alloc.
template <typename T>
std::shared_ptr<T[]> host_memory(std::size_t count) {
    if (count * sizeof(T) > max_pinned) return std::make_shared_for_overwrite<T[]>(count);
    return pinned_pool().take<T>(static_cast<std::int64_t>(count));
}

}  // namespace mariani::cuda
