#include "compute/workloads/points/runner.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/memory.hpp"
#include "compute/workloads/points/cpu/engines.hpp"
#include "compute/workloads/points/cpu/tree_index.hpp"
#include "compute/workloads/points/plan.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

namespace mariani::points::cpu {
namespace {

class CpuRunner final : public Runner {
  public:
    explicit CpuRunner(const Plan& plan)
        : plan_(plan),
          pool_(plan.threads),
          sums_(plan.picture ? pixel_sums(*plan.picture) : std::vector<std::uint32_t>{}),
          input_(buffer()),
          first_(buffer()),
          second_(sorts(plan.engine) ? nullptr : buffer()) {}

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    bool move_to(float time, const Point& place, std::stop_token stop) override {
        plan_.time = time;
        plan_.place = place;
        const Emitter emitter = emitter_of(plan_, sums_.data());
        placed_ = for_each_point(stop, [&](std::int64_t i) {
            input_[i] = point_of(emitter, static_cast<std::uint32_t>(i));
        });
        return placed_;
    }

    void take(std::span<const Point> points) override {
        refuse_outside(plan_, points);
        std::ranges::copy(points, input_.get());
        placed_ = true;
    }

    std::optional<RunStats> run(std::stop_token stop) override {
        if (!placed_ && !move_to(static_cast<float>(plan_.time), plan_.place, stop))
            return std::nullopt;
        const auto begin = std::chrono::steady_clock::now();
        auto tree = made_tree(stop, nullptr);
        const double ms = mariani::cpu::ms_since(begin);
        if (!tree) return std::nullopt;
        RunStats stats;
        stats.compute_ms = ms;
        stats.child_launches = tree->child_launches;
        stats.refused_launches = tree->refused_launches;
        stats.nodes = tree->nodes.size();
        keep(*std::move(tree));
        return stats;
    }

    std::optional<std::vector<LevelSpan>> level_spans(std::stop_token stop) override {
        if (!placed_ && !move_to(static_cast<float>(plan_.time), plan_.place, stop))
            return std::nullopt;
        LevelClock clock(pool_.threads());
        auto tree = made_tree(stop, &clock);
        if (!tree) return std::nullopt;
        keep(*std::move(tree));
        tasks_ = clock.tasks();
        return clock.all();
    }
    std::vector<LevelTask> level_tasks() const override { return tasks_; }

    std::vector<Point> input() const override { return {input_.get(), input_.get() + plan_.count}; }
    std::vector<Point> points() const override {
        return {first_.get(), first_.get() + plan_.count};
    }

    std::vector<Node> nodes() const override { return index({})->nodes(); }
    std::optional<std::vector<LevelStats>> levels(std::stop_token stop) override {
        const TreeIndex* const made = index(stop);
        if (made == nullptr) return std::nullopt;
        return levels_of(plan_.rule, made->nodes());
    }

    bool look(const TreePart& part, bool counts, TreePlanes& planes,
              std::stop_token stop) override {
        const auto pixels = static_cast<std::size_t>(pixel_count(part.size));
        planes.levels.resize(pixels);
        planes.counts.resize(counts ? pixels : 0);
        planes.density.assign(pixels, 0);
        const TreeIndex* const made = index(stop);
        return made != nullptr && made->paint(part, planes.levels, planes.counts, pool_, stop) &&
               for_each_point(stop, [&](std::int64_t i) {
                   const std::int64_t pixel = pixel_of(part, first_[i]);
                   if (pixel < 0) return;
                   std::atomic_ref(planes.density[static_cast<std::size_t>(pixel)])
                       .fetch_add(1, std::memory_order_relaxed);
               });
    }

    DiscStats find(const Disc& disc) override { return index({})->find(disc, first_.get()); }

    double floor_ms() const override {
        const auto bytes = 2 * plan_.count * static_cast<std::int64_t>(sizeof(Point));
        return bytes == 0 ? 0 : mariani::cpu::measure_memset_ms(bytes, pool_.threads());
    }

  private:
    using Buffer = std::unique_ptr<Point[]>;

    // Calls use(i) for the number of each point. False if stopped.
    template <typename Use>
    bool for_each_point(const std::stop_token& stop, const Use& use) {
        constexpr std::int64_t chunk = 1 << 16;
        return pool_.for_each_chunk(plan_.count, chunk, stop, [&](auto begin, auto end) {
            for (std::int64_t i = begin; i < end; ++i) use(i);
        });
    }

    // Made when it is first asked for, which is no part of a run. Null if stopped.
    const TreeIndex* index(const std::stop_token& stop) const {
        if (!index_) index_ = TreeIndex::make(plan_.rule, nodes_, stop);
        return index_ ? &*index_ : nullptr;
    }

    Buffer buffer() const {
        return std::make_unique_for_overwrite<Point[]>(static_cast<std::size_t>(plan_.count));
    }

    // Nothing if stopped.
    std::optional<Tree> made_tree(const std::stop_token& stop, LevelClock* clock) {
        const PointBuffers buffers{input_.get(), first_.get(), second_.get()};
        Tree tree = make_tree({plan_, buffers, pool_, stop, clock});
        if (stop.stop_requested()) return std::nullopt;
        return tree;
    }
    void keep(Tree&& tree) {
        nodes_ = std::move(tree.nodes);
        index_.reset();
    }

    Tree make_tree(const Job& job) {
        switch (plan_.engine) {
            case EngineKind::ask:
                return divide_by_levels(job);
            case EngineKind::linear:
                return search_in_keys(job, sorter_);
            case EngineKind::karras:
                return take_from_radix_tree(job, sorter_);
            case EngineKind::dp:
            case EngineKind::dp_mbr:
                break;
        }
        return divide_by_recursion(job);
    }

    Plan plan_;
    std::vector<LevelTask> tasks_;  // of the last recorded run
    ThreadPool pool_;
    std::vector<std::uint32_t> sums_;
    Buffer input_, first_, second_;
    KeySorter sorter_;
    NodeList nodes_;
    mutable std::optional<TreeIndex> index_;  // of the nodes
    bool placed_ = false;
};

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cpu::within_free_memory(memory_of(plan),
                                            [&] { return std::make_unique<CpuRunner>(plan); });
}

}  // namespace mariani::points::cpu
