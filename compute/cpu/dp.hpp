// DP: a subdivided region spawns the task of its children.
#pragma once

#include "compute/cpu/region_list.hpp"
#include "compute/cpu/subdivision.hpp"

#include <algorithm>
#include <chrono>

namespace mariani::cpu {

// A task takes all r * r children of a region, unless they are more than this.
inline constexpr std::int64_t max_regions_per_task = 1024;

template <subdivision::Elements E>
class Recursion {
  public:
    Recursion(Subdivision<E>& subdivision, Scheme scheme, TaskGroup& tasks)
        : subdivision_(subdivision), scheme_(scheme), tasks_(tasks) {}

    void spawn_regions(Level level, const subdivision::Children& regions) {
        for (std::int64_t begin = 0; begin < regions.count(); begin += max_regions_per_task) {
            if (subdivision_.stopped()) return;
            const std::int64_t end = std::min(begin + max_regions_per_task, regions.count());
            tasks_.spawn([this, level, regions, begin, end] { run(level, regions, begin, end); });
        }
    }

  private:
    void run(Level level, const subdivision::Children& regions, std::int64_t begin,
             std::int64_t end) {
        if (subdivision_.stopped()) return;
        std::vector<LatticeCell> cells;
        for (std::int64_t k = begin; k < end; ++k) cells.push_back(regions[k]);

        const Outcomes& outcomes = subdivision_.examine(level, cells);
        for (const auto& cell : outcomes.subdivided)
            spawn_regions(subdivision_.next(level), subdivision_.children(level, cell));
        if (scheme_ == Scheme::sbr)
            subdivision_.finish(outcomes.pieces);
        else
            for (auto& group : spread(outcomes.pieces))
                tasks_.spawn([this, pieces = std::move(group)] { subdivision_.finish(pieces); });
    }

    Subdivision<E>& subdivision_;
    Scheme scheme_;
    TaskGroup& tasks_;
};

template <subdivision::Elements E>
PaintResult paint_dp(const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
    const Canvas<E> canvas{surface, E::of(plan)};
    const auto begin = std::chrono::steady_clock::now();
    Subdivision<E> subdivision(canvas, plan, thread_pool.threads());
    std::unique_ptr<Recursion<E>> recursion;
    thread_pool.run_tasks([&](TaskGroup& tasks) {
        recursion = std::make_unique<Recursion<E>>(subdivision, plan.scheme, tasks);
        recursion->spawn_regions(subdivision.first_level(), subdivision.first_regions());
    });
    const double elapsed_ms = ms_since(begin);
    PaintResult painted = subdivision.result();
    scale_times(painted.levels, elapsed_ms);
    for (RegionTime& span : painted.times.spans)
        span.launched =
            span.part == RegionPart::border ? span.level > 0 : plan.scheme == Scheme::mbr;
    return painted;
}

}  // namespace mariani::cpu
