// Builds the jumps of a reference, level by level, with the threads of a pool.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/mandelbrot/deep/jump.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <type_traits>

namespace mariani::deep::cpu {

// Memory for as many values as a long reference has, which all threads fill. Uninitialised: a
// vector's zeros would take one thread longer than a stop request may wait.
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

template <typename N>
class JumpTable {
  public:
    // most_c: at least |c| of every pixel. Incomplete after a stop request.
    JumpTable(const OrbitView<N>& orbit, JumpRule rule, const typename N::Bound& most_c,
              mariani::cpu::ThreadPool& pool, const std::stop_token& stop, Progress& progress)
        : rule_(rule),
          layout_(jump_layout<N>(orbit.last - 1, rule)),
          jumps_(layout_.size),
          radii_(layout_.size) {
        const auto &starts = layout_.starts, &counts = layout_.counts;
        progress.begin(Stage::table, static_cast<std::int64_t>(jumps_.size()));
        for (std::size_t level = 0; level < counts.size() && !stop.stop_requested(); ++level) {
            Jump<N>* const jumps = jumps_.data() + starts[level];
            typename N::Bound* const radii = radii_.data() + starts[level];
            for_each_index(pool, counts[level], stop, [&](std::size_t i) {
                if (level == 0) {
                    jumps[i] = first_jump<N>(orbit.points + 1 + 2 * i, rule, most_c);
                } else {
                    const Jump<N>* const below = jumps_.data() + starts[level - 1] + 2 * i;
                    jumps[i] = merged(below[0], below[1], jump_length(static_cast<int>(level) - 1),
                                      rule, most_c);
                }
                radii[i] = jumps[i].radius;
            });
            progress.done += static_cast<std::int64_t>(counts[level]);
        }
    }

    JumpTableView<N> view() const {
        return view_of<N>(layout_, rule_, jumps_.data(), radii_.data());
    }

  private:
    JumpRule rule_;
    JumpLayout layout_;
    Room<Jump<N>> jumps_;
    Room<typename N::Bound> radii_;
};

}  // namespace mariani::deep::cpu
