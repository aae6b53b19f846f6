// Memory for as many values as a long reference has, which all threads fill.
#pragma once

#include "compute/cpu/tasks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <type_traits>

namespace mariani::deep::cpu {

// Uninitialised: a vector's zeros would take one thread longer than a stop request may wait.
template <typename T>
class Room {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit Room(std::size_t size = 0)
        : bytes_(std::make_unique_for_overwrite<std::byte[]>(size * sizeof(T))), size_(size) {}

    T* data() { return reinterpret_cast<T*>(bytes_.get()); }
    const T* data() const { return reinterpret_cast<const T*>(bytes_.get()); }
    std::size_t size() const { return size_; }

  private:
    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_;
};

// Calls body(i) for every i from 0 to count - 1 on all threads, in parts, until it is stopped.
template <typename Body>
void for_each_index(mariani::cpu::ThreadPool& pool, std::size_t count, const std::stop_token& stop,
                    const Body& body) {
    constexpr std::size_t chunk = 512;
    const auto chunks = static_cast<std::int64_t>((count + chunk - 1) / chunk);
    pool.for_each(chunks, stop, [&](std::int64_t part) {
        const std::size_t begin = static_cast<std::size_t>(part) * chunk;
        const std::size_t end = std::min(count, begin + chunk);
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

}  // namespace mariani::deep::cpu
