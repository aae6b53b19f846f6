// Builds the jumps of a reference, level by level, with the threads of a pool.
#pragma once

#include "compute/workloads/mandelbrot/deep/cpu/room.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/progress.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace mariani::deep::cpu {

template <typename N>
class JumpTable {
  public:
    // most_c: at least |c| of every pixel. Incomplete after a stop request.
    JumpTable(const OrbitView<N>& orbit, JumpRule rule, const typename N::Bound& most_c,
              mariani::cpu::ThreadPool& pool, const std::stop_token& stop, Progress& progress)
        : rule_(rule) {
        lay_out(orbit.last - 1);
        progress.begin(Stage::table, static_cast<std::int64_t>(jumps_.size()));
        for (std::size_t level = 0; level < counts_.size() && !stop.stop_requested(); ++level) {
            const std::int64_t length = std::int64_t{1} << level;
            Jump<N>* const jumps = jumps_.data() + starts_[level];
            typename N::Bound* const radii = radii_.data() + starts_[level];
            for_each_index(pool, counts_[level], stop, [&](std::size_t i) {
                if (level == 0) {
                    jumps[i] = single_jump<N>(orbit[static_cast<std::uint32_t>(i + 1)], rule);
                } else {
                    const Jump<N>* const below = jumps_.data() + starts_[level - 1] + 2 * i;
                    jumps[i] = merged(below[0], below[1], length / 2, rule, most_c);
                }
                radii[i] = jumps[i].radius;
            });
            progress.done += static_cast<std::int64_t>(counts_[level]);
        }
    }

    JumpTableView<N> view() const {
        JumpTableView<N> view{};
        for (std::size_t level = 0; level < counts_.size(); ++level) {
            view.levels[level] = jumps_.data() + starts_[level];
            view.radii[level] = radii_.data() + starts_[level];
            view.counts[level] = static_cast<std::uint32_t>(counts_[level]);
        }
        view.level_count = static_cast<int>(counts_.size());
        view.rule = rule_;
        return view;
    }

  private:
    // All levels, one behind the other.
    void lay_out(std::size_t count) {
        std::size_t start = 0;
        for (std::int64_t length = 1; count > 0 && rule_.error<N>(length) < 0.5; length *= 2) {
            starts_.push_back(start);
            counts_.push_back(count);
            start += count;
            count /= 2;
        }
        jumps_ = Room<Jump<N>>(start);
        radii_ = Room<typename N::Bound>(start);
    }

    JumpRule rule_;
    Room<Jump<N>> jumps_;
    Room<typename N::Bound> radii_;
    std::vector<std::size_t> starts_, counts_;  // by level
};

}  // namespace mariani::deep::cpu
