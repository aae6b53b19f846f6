#include "compute/workloads/points/cpu/runner.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/memset_time.hpp"
#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <chrono>
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
          second_(has_second() ? buffer() : nullptr) {}

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    bool move_to(float time, std::stop_token stop) override {
        constexpr std::int64_t chunk = 1 << 16;
        plan_.time = time;
        const Emitter emitter = emitter_of(plan_, sums_.data());
        pool_.for_each((plan_.count + chunk - 1) / chunk, [&](std::int64_t part) {
            if (stop.stop_requested()) return;
            const std::int64_t end = std::min(plan_.count, (part + 1) * chunk);
            for (std::int64_t i = part * chunk; i < end; ++i)
                input_[i] = point_of(emitter, static_cast<std::uint32_t>(i));
        });
        placed_ = !stop.stop_requested();
        return placed_;
    }

    void take(std::span<const Point> points) override {
        refuse_outside(plan_, points);
        std::ranges::copy(points, input_.get());
        placed_ = true;
    }

    std::optional<RunStats> run(std::stop_token stop) override {
        if (!placed_ && !move_to(plan_.time, stop)) return std::nullopt;
        const PointBuffers buffers{input_.get(), first_.get(), second_.get()};
        const Job job{plan_, buffers, pool_, stop};
        const auto begin = std::chrono::steady_clock::now();
        Tree tree = make_tree(job);
        const std::chrono::duration<double, std::milli> ms =
            std::chrono::steady_clock::now() - begin;
        if (stop.stop_requested()) return std::nullopt;
        nodes_ = std::move(tree.nodes);
        RunStats stats;
        stats.compute_ms = ms.count();
        stats.child_launches = tree.child_launches;
        stats.refused_launches = tree.refused_launches;
        stats.nodes = nodes_.size();
        return stats;
    }

    std::vector<Point> input() const override { return {input_.get(), input_.get() + plan_.count}; }
    std::vector<Point> points() const override {
        return {first_.get(), first_.get() + plan_.count};
    }

    std::vector<Node> nodes() const override {
        std::vector<Node> sorted;
        sorted.reserve(static_cast<std::size_t>(nodes_.size()));
        for (const auto& part : nodes_.parts())
            sorted.insert(sorted.end(), part.begin(), part.end());
        sort_by_level(sorted);
        return sorted;
    }

    double floor_ms() const override {
        const auto bytes = 2 * plan_.count * static_cast<std::int64_t>(sizeof(Point));
        return bytes == 0 ? 0 : mariani::cpu::measure_memset_ms(bytes, pool_.threads());
    }

  private:
    using Buffer = std::unique_ptr<Point[]>;

    Buffer buffer() const {
        return std::make_unique_for_overwrite<Point[]>(static_cast<std::size_t>(plan_.count));
    }
    bool has_second() const {
        return plan_.engine != EngineKind::linear && plan_.engine != EngineKind::karras;
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
    ThreadPool pool_;
    std::vector<std::uint32_t> sums_;
    Buffer input_, first_, second_;
    KeySorter sorter_;
    NodeList nodes_;
    bool placed_ = false;
};

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return std::make_unique<CpuRunner>(plan);
}

}  // namespace mariani::points::cpu
