// DP: the subdivision by recursion; a task has the r^k children of a region, as a launch has. At
// most `pool` of these are pending: of one beyond, the parent does the work.
#pragma once

#include "compute/workloads/volume/cpu/levels.hpp"

#include <atomic>
#include <mutex>

namespace mariani::volume::cpu {

template <typename Dwell>
class Recursion {
  public:
    Recursion(const Canvas<Dwell>& canvas, ThreadPool& pool)
        : canvas_(canvas), pool_(pool), last_(last_level(canvas.plan)) {}

    // False when a stop cut it short.
    bool run(Subdivision& done) {
        const auto g = static_cast<std::uint32_t>(canvas_.plan.g);
        pool_.run_tasks([&](mariani::cpu::TaskGroup& tasks) {
            const auto rows = static_cast<Index>(power(g, canvas_.plan.axes - 1));
            for (Index row = 0; row < rows; ++row)
                tasks.spawn([this, &tasks, &done, row, g] {
                    compute(tasks, cells_of(Cell{}, g, row * g, g), 0, done);
                });
        });
        done.launches = launches_;
        done.failed_launches = failed_;
        done.most_pending = most_pending_;
        return !canvas_.stop.stop_requested();
    }

  private:
    // `count` cells of the lattice that cuts the parent's every axis into `parts`, from `first` on.
    std::vector<Cell> cells_of(const Cell& parent, std::uint32_t parts, Index first,
                               Index count) const {
        std::vector<Cell> cells;
        for (Index j = first; j < first + count; ++j) {
            Cell cell;
            auto rest = static_cast<std::uint32_t>(j);
            for (int axis = 0; axis < canvas_.plan.axes; ++axis, rest /= parts)
                cell.at[axis] = static_cast<std::uint16_t>(parent.at[axis] * parts + rest % parts);
            cells.push_back(cell);
        }
        return cells;
    }

    void compute(mariani::cpu::TaskGroup& tasks, const std::vector<Cell>& cells, int level,
                 Subdivision& done) {
        const Plan& plan = canvas_.plan;
        if (canvas_.stop.stop_requested()) return;
        const auto r = static_cast<std::uint32_t>(plan.r);
        const auto lattice = static_cast<std::uint32_t>(plan.g * power(r, level));
        std::vector<Box> boxes;
        for (const Cell& cell : cells) boxes.push_back(box_of(plan.side, plan.axes, lattice, cell));
        std::vector<Outcome> outcomes(cells.size());
        if (!compute_regions(canvas_, boxes, {level == last_, false}, outcomes)) return;
        const auto children = static_cast<Index>(power(r, plan.axes));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (voxel_count(boxes[i].side) == 0) continue;
            {
                const std::lock_guard lock(mutex_);
                done.count({cells[i], static_cast<std::uint8_t>(level), outcomes[i]});
            }
            if (outcomes[i] == Outcome::subdivided)
                launch(tasks, [this, &tasks, &done, level, r, children, cell = cells[i]] {
                    compute(tasks, cells_of(cell, r, 0, children), level + 1, done);
                });
        }
    }

    template <typename Work>
    void launch(mariani::cpu::TaskGroup& tasks, const Work& work) {
        const int pending = ++pending_;
        if (pending > canvas_.plan.pool) {
            --pending_;
            ++failed_;
            return work();
        }
        ++launches_;
        int most = most_pending_;
        while (pending > most && !most_pending_.compare_exchange_weak(most, pending)) {
        }
        tasks.spawn([this, work] {
            work();
            --pending_;
        });
    }

    const Canvas<Dwell>& canvas_;
    ThreadPool& pool_;
    int last_;
    std::mutex mutex_;
    std::atomic<int> pending_{0}, most_pending_{0};
    std::atomic<std::int64_t> launches_{0}, failed_{0};
};

}  // namespace mariani::volume::cpu
