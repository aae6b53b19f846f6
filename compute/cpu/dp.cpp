// DP: a subdivided region spawns the task of its children.
#include "compute/cpu/region_list.hpp"
#include "compute/cpu/subdivision.hpp"

#include <algorithm>
#include <chrono>

namespace mariani::cpu {
namespace {

// A task takes all r * r children of a region, unless they are more than this.
constexpr std::int64_t most_regions_of_task = 1024;

template <typename T>
class Recursion {
  public:
    Recursion(Subdivision<T>& subdivision, Scheme scheme, TaskGroup& tasks)
        : subdivision_(subdivision), scheme_(scheme), tasks_(tasks) {}

    void spawn_regions(Level level, const kernel::Children& regions) {
        for (std::int64_t begin = 0; begin < regions.count(); begin += most_regions_of_task) {
            if (subdivision_.stopped()) return;
            const std::int64_t end = std::min(begin + most_regions_of_task, regions.count());
            tasks_.spawn([this, level, regions, begin, end] { run(level, regions, begin, end); });
        }
    }

  private:
    void run(Level level, const kernel::Children& regions, std::int64_t begin, std::int64_t end) {
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

    Subdivision<T>& subdivision_;
    Scheme scheme_;
    TaskGroup& tasks_;
};

}  // namespace

template <typename T>
Painted paint_dp(const Canvas<T>& canvas, const FramePlan& plan, Crew& crew) {
    const auto begin = std::chrono::steady_clock::now();
    Subdivision<T> subdivision(canvas, plan, crew.threads());
    std::unique_ptr<Recursion<T>> recursion;
    crew.run_tasks([&](TaskGroup& tasks) {
        recursion = std::make_unique<Recursion<T>>(subdivision, plan.scheme, tasks);
        recursion->spawn_regions(subdivision.first_level(), subdivision.first_regions());
    });
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - begin;
    Painted painted = subdivision.result();
    scale_times(painted.levels, elapsed.count());
    return painted;
}

template Painted paint_dp<float>(const Canvas<float>&, const FramePlan&, Crew&);
template Painted paint_dp<double>(const Canvas<double>&, const FramePlan&, Crew&);

}  // namespace mariani::cpu
