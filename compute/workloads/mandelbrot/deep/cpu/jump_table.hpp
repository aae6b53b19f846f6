// Builds the jumps of a reference, level by level, with the threads of a pool.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/room.hpp"
#include "compute/workloads/mandelbrot/deep/jump_layout.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/progress.hpp"

#include <cstdint>
#include <stop_token>

namespace mariani::deep::cpu {

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
