// Builds the jumps of a reference, level by level, with the threads of a pool.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/progress.hpp"

#include <algorithm>
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
        for (std::size_t level = 0; level < counts_.size(); ++level) {
            const std::int64_t length = std::int64_t{1} << level;
            fill(level, pool, stop, progress, [&](std::size_t i) {
                if (level == 0)
                    return single_jump<N>(orbit[static_cast<std::uint32_t>(i + 1)], rule);
                const Jump<N>* const below = jumps_.data() + starts_[level - 1] + 2 * i;
                return merged(below[0], below[1], length / 2, rule, most_c);
            });
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
        jumps_.resize(start);
        radii_.resize(start);
    }

    template <typename Entry>
    void fill(std::size_t level, mariani::cpu::ThreadPool& pool, const std::stop_token& stop,
              Progress& progress, const Entry& entry) {
        constexpr std::size_t chunk = 4096;
        const std::size_t count = counts_[level];
        Jump<N>* const jumps = jumps_.data() + starts_[level];
        typename N::Bound* const radii = radii_.data() + starts_[level];
        pool.for_each(static_cast<std::int64_t>((count + chunk - 1) / chunk),
                      [&](std::int64_t part) {
                          if (stop.stop_requested()) return;
                          const std::size_t begin = static_cast<std::size_t>(part) * chunk;
                          const std::size_t end = std::min(count, begin + chunk);
                          for (std::size_t i = begin; i < end; ++i)
                              radii[i] = (jumps[i] = entry(i)).radius;
                          progress.done += static_cast<std::int64_t>(end - begin);
                      });
    }

    JumpRule rule_;
    std::vector<Jump<N>> jumps_;
    std::vector<typename N::Bound> radii_;
    std::vector<std::size_t> starts_, counts_;  // by level
};

}  // namespace mariani::deep::cpu
