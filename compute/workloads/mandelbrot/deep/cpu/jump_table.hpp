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
        std::size_t count = orbit.last - 1;
        progress.begin(Stage::table, static_cast<std::int64_t>(2 * count));
        levels_.reserve(JumpTableView<N>::max_levels);
        for (std::int64_t length = 1; count > 0 && rule.error<N>(length) < 0.5; length *= 2) {
            levels_.emplace_back(count);
            fill(pool, stop, progress, [&](std::size_t i) {
                if (length == 1)
                    return single_jump<N>(orbit[static_cast<std::uint32_t>(i + 1)], rule);
                const auto& below = levels_[levels_.size() - 2];
                return merged(below[2 * i], below[2 * i + 1], length / 2, rule, most_c);
            });
            count /= 2;
        }
    }

    JumpTableView<N> view() const {
        JumpTableView<N> view{};
        for (const auto& level : levels_) {
            view.levels[view.level_count] = level.data();
            view.counts[view.level_count++] = static_cast<std::uint32_t>(level.size());
        }
        view.rule = rule_;
        return view;
    }

  private:
    template <typename Entry>
    void fill(mariani::cpu::ThreadPool& pool, const std::stop_token& stop, Progress& progress,
              const Entry& entry) {
        constexpr std::size_t chunk = 4096;
        auto& level = levels_.back();
        const auto chunks = static_cast<std::int64_t>((level.size() + chunk - 1) / chunk);
        pool.for_each(chunks, [&](std::int64_t part) {
            if (stop.stop_requested()) return;
            const std::size_t begin = static_cast<std::size_t>(part) * chunk;
            const std::size_t end = std::min(level.size(), begin + chunk);
            for (std::size_t i = begin; i < end; ++i) level[i] = entry(i);
            progress.done += static_cast<std::int64_t>(end - begin);
        });
    }

    JumpRule rule_;
    std::vector<std::vector<Jump<N>>> levels_;
};

}  // namespace mariani::deep::cpu
