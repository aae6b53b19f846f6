// Memory that frames reuse: allocating it anew takes long, and may make the whole device wait.
#pragma once

#include "compute/cuda/handles.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace mariani::cuda {

// Thread-safe. A buffer keeps its pool alive, so either may go first. Memory: DeviceMemory, or
// PinnedMemory, for which any device will do.
template <typename Memory>
class Pool : public std::enable_shared_from_this<Pool<Memory>> {
  public:
    static std::shared_ptr<Pool> make(int device);

    // Uninitialised memory. The device must be current. Goes back to the pool with its last owner,
    // on any thread. Throws std::runtime_error when there is too little, also after giving up what
    // is unused.
    template <typename T>
    std::shared_ptr<T[]> take(std::int64_t count) {
        auto bytes = take_bytes(static_cast<std::size_t>(count) * sizeof(T));
        T* values = reinterpret_cast<T*>(bytes.get());
        return {std::move(bytes), values};
    }

    std::int64_t unused_bytes();

  private:
    explicit Pool(int device) : device_(device) {}
    std::int64_t bytes_of_unused() const;  // under the lock
    std::shared_ptr<std::byte> take_bytes(std::size_t size);
    Memory reuse(std::size_t size);
    Memory allocate(std::size_t size);
    void give_back(Memory memory) noexcept;

    int device_;
    std::mutex mutex_;
    std::vector<Memory> unused_;
};

using BufferPool = Pool<DeviceMemory>;
using PinnedPool = Pool<PinnedMemory>;

// The process's one. Lives as long as it does: CUDA may be gone before a destructor would run.
PinnedPool& pinned_pool();

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
