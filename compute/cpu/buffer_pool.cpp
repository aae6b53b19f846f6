#include "compute/cpu/buffer_pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace mariani::cpu {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t max_unused = 4;  // buffers kept: dwells and fractions of two frames

}  // namespace

std::shared_ptr<BufferPool> BufferPool::make() {
    auto pool = std::shared_ptr<BufferPool>(new BufferPool);
    pool->unused_.reserve(max_unused + 1);
    return pool;
}

void BufferPool::Free::operator()(std::byte* bytes) const {
    std::free(bytes);
}

std::shared_ptr<std::byte> BufferPool::take_bytes(std::size_t size) {
    const std::size_t rounded =
        (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
    Buffer buffer = reuse(rounded);
    if (!buffer.bytes) {
        buffer.bytes.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
        if (!buffer.bytes) throw std::bad_alloc();
        buffer.size = rounded;
    }
    std::byte* bytes = buffer.bytes.get();
    const std::size_t held = buffer.size;
    // From here on the deleter owns the bytes, even if making the shared_ptr throws.
    return {buffer.bytes.release(), [pool = shared_from_this(), held, bytes](std::byte*) {
                pool->give_back({std::unique_ptr<std::byte, Free>(bytes), held});
            }};
}

// The smallest unused buffer that is large enough, unless it is far too large.
BufferPool::Buffer BufferPool::reuse(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    const auto fits = [&](const Buffer& buffer) {
        return buffer.size >= size && buffer.size / 4 <= size;
    };
    auto best = unused_.end();
    for (auto it = unused_.begin(); it != unused_.end(); ++it)
        if (fits(*it) && (best == unused_.end() || it->size < best->size)) best = it;
    if (best == unused_.end()) return {};
    Buffer found = std::move(*best);
    unused_.erase(best);
    return found;
}

void BufferPool::give_back(Buffer buffer) noexcept {
    const std::scoped_lock lock(mutex_);
    unused_.push_back(std::move(buffer));                             // within what was reserved
    if (unused_.size() > max_unused) unused_.erase(unused_.begin());  // the longest unused
}

}  // namespace mariani::cpu
