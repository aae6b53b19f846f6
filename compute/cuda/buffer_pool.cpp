#include "compute/cuda/buffer_pool.hpp"

#include <stdexcept>

namespace mariani::cuda {
namespace {

constexpr std::size_t most_unused = 4;  // buffers kept: dwells and fractions of two frames

}  // namespace

std::shared_ptr<BufferPool> BufferPool::make(int device) {
    auto pool = std::shared_ptr<BufferPool>(new BufferPool(device));
    pool->unused_.reserve(most_unused + 1);
    return pool;
}

std::shared_ptr<std::byte> BufferPool::take_bytes(std::size_t size) {
    DeviceMemory memory = reuse(size);
    if (!memory.as<std::byte>()) memory = allocate(size);
    auto held = std::make_shared<DeviceMemory>(std::move(memory));
    auto* bytes = held->as<std::byte>();
    return {bytes,
            [pool = shared_from_this(), held](std::byte*) { pool->give_back(std::move(*held)); }};
}

// An unused buffer that is large enough, unless it is far too large.
DeviceMemory BufferPool::reuse(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    for (auto it = unused_.begin(); it != unused_.end(); ++it) {
        if (it->size() < size || it->size() / 4 > size) continue;
        DeviceMemory found = std::move(*it);
        unused_.erase(it);
        return found;
    }
    return {};
}

DeviceMemory BufferPool::allocate(std::size_t size) {
    try {
        return DeviceMemory(size);
    } catch (const std::runtime_error&) {
        const std::scoped_lock lock(mutex_);
        if (unused_.empty()) throw;
        unused_.clear();
    }
    return DeviceMemory(size);
}

void BufferPool::give_back(DeviceMemory memory) noexcept {
    try {
        const CurrentDevice current(device_);
        const std::scoped_lock lock(mutex_);
        unused_.push_back(std::move(memory));  // within what was reserved
        if (unused_.size() > most_unused) unused_.erase(unused_.begin());  // the longest unused
    } catch (const std::exception&) {
        // The device is lost, and its memory with it.
    }
}

}  // namespace mariani::cuda
