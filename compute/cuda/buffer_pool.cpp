#include "compute/cuda/buffer_pool.hpp"

#include <limits>
#include <stdexcept>
#include <type_traits>

namespace mariani::cuda {
namespace {

// What is kept of a device's memory: dwells, fractions, regions and their map of two frames. Pinned
// memory, which takes longest to get, also for the cells of a poster that wait to be compressed.
template <typename Memory>
constexpr std::size_t max_unused = std::is_same_v<Memory, PinnedMemory> ? 512 : 8;
template <typename Memory>
constexpr std::int64_t max_unused_bytes =
    std::is_same_v<Memory, PinnedMemory> ? std::int64_t{2} << 30
                                         : std::numeric_limits<std::int64_t>::max();

}  // namespace

template <typename Memory>
std::shared_ptr<Pool<Memory>> Pool<Memory>::make(int device) {
    auto pool = std::shared_ptr<Pool>(new Pool(device));
    pool->unused_.reserve(max_unused<Memory> + 1);
    return pool;
}

template <typename Memory>
std::shared_ptr<std::byte> Pool<Memory>::take_bytes(std::size_t size) {
    Memory memory = reuse(size);
    if (!memory.template as<std::byte>()) memory = allocate(size);
    auto held = std::make_shared<Memory>(std::move(memory));
    auto* bytes = held->template as<std::byte>();
    return {bytes, [pool = this->shared_from_this(), held](std::byte*) {
                pool->give_back(std::move(*held));
            }};
}

template <typename Memory>
std::int64_t Pool<Memory>::unused_bytes() {
    const std::scoped_lock lock(mutex_);
    return bytes_of_unused();
}

template <typename Memory>
std::int64_t Pool<Memory>::bytes_of_unused() const {
    std::int64_t bytes = 0;
    for (const Memory& each : unused_) bytes += static_cast<std::int64_t>(each.size());
    return bytes;
}

// The smallest unused buffer that is large enough, unless it is far too large: a frame's dwells may
// have half the bytes of its fractions and its work, which are to find theirs.
template <typename Memory>
Memory Pool<Memory>::reuse(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    auto best = unused_.end();
    for (auto it = unused_.begin(); it != unused_.end(); ++it)
        if (it->size() >= size && (best == unused_.end() || it->size() < best->size())) best = it;
    if (best == unused_.end() || best->size() / 4 > size) return {};
    Memory found = std::move(*best);
    unused_.erase(best);
    return found;
}

template <typename Memory>
Memory Pool<Memory>::allocate(std::size_t size) {
    try {
        return Memory(size);
    } catch (const std::runtime_error&) {
        const std::scoped_lock lock(mutex_);
        if (unused_.empty()) throw;
        unused_.clear();
    }
    return Memory(size);
}

template <typename Memory>
void Pool<Memory>::give_back(Memory memory) noexcept {
    try {
        const CurrentDevice current(device_);
        const std::scoped_lock lock(mutex_);
        unused_.push_back(std::move(memory));  // within what was reserved
        if (unused_.size() > max_unused<Memory> || bytes_of_unused() > max_unused_bytes<Memory>)
            unused_.erase(unused_.begin());  // the longest unused
    } catch (const std::exception&) {
        // The device is lost, and its memory with it.
    }
}

PinnedPool& pinned_pool() {
    static PinnedPool& kept = **new std::shared_ptr(PinnedPool::make(0));
    return kept;
}

template class Pool<DeviceMemory>;
template class Pool<PinnedMemory>;

}  // namespace mariani::cuda
