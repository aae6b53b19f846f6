#include "compute/workloads/curves/runner.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/memory.hpp"
#include "compute/workloads/curves/cpu/engines.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <algorithm>
#include <chrono>

namespace mariani::curves::cpu {
namespace {

class CpuRunner final : public Runner {
  public:
    explicit CpuRunner(const Plan& plan)
        : plan_(plan),
          pool_(plan.threads),
          lines_(static_cast<std::size_t>(plan.lines)),
          counts_(lines_.size()) {
        if (!has_exact_room()) vertices_.reserve(plan.lines * plan.rule.cap);
    }

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    bool move_to(double time, const std::vector<PlacedPoint>& placed,
                 std::stop_token stop) override {
        constexpr std::int64_t chunk = 1 << 14;
        plan_.time = time;
        plan_.placed = placed;
        const Emitter emitter = emitter_of(plan_);
        placed_ = pool_.for_each_chunk(plan_.lines, chunk, stop, [&](auto begin, auto end) {
            for (std::int64_t i = begin; i < end; ++i)
                lines_[static_cast<std::size_t>(i)] =
                    line_of(emitter, static_cast<std::uint32_t>(i));
        });
        for (const PlacedPoint& point : plan_.placed)
            for_each_line_of(
                point.number, plan_.lines,
                [&](std::uint32_t line, Point Line::*which) { lines_[line].*which = point.at; });
        return placed_;
    }

    void take(std::span<const Line> lines) override {
        refuse_other_count(plan_, lines);
        std::ranges::copy(lines, lines_.begin());
        placed_ = true;
    }

    std::optional<RunStats> run(std::stop_token stop) override {
        if (!placed_ && !move_to(plan_.time, plan_.placed, stop)) return std::nullopt;
        const auto begin = std::chrono::steady_clock::now();
        const Launches launches = tessellate({plan_, lines_, pool_, stop});
        const double ms = mariani::cpu::ms_since(begin);
        if (stop.stop_requested()) return std::nullopt;
        RunStats stats;
        stats.compute_ms = ms;
        stats.child_launches = launches.child;
        stats.failed_launches = launches.failed;
        stats.most_pending = launches.most_pending;
        first_vertices_.clear();
        first_vertices_.reserve(counts_.size() + 1);
        for (const Count& count : counts_) {
            first_vertices_.push_back(stats.vertices);
            stats.vertices += count.vertices;
            stats.cut_lines += count.cut ? 1 : 0;
            stats.lost_lines += count.vertices == 0 ? 1 : 0;
        }
        first_vertices_.push_back(stats.vertices);
        vertex_count_ = stats.vertices;
        return stats;
    }

    std::optional<BlockTrace> trace(std::stop_token stop) override {
        BlockTrace trace(lines_.size());
        tessellate({plan_, lines_, pool_, stop, trace});
        if (stop.stop_requested()) return std::nullopt;
        keep_recorded(trace);
        return trace;
    }

    std::vector<Line> lines() const override { return lines_; }

    Tessellation tessellation(std::int64_t first, std::int64_t end) const override {
        Tessellation result;
        end = std::min(end, plan_.lines);
        const std::span<const Count> counts(counts_.begin() + first, counts_.begin() + end);
        result.offsets.reserve(counts.size() + 1);
        const Point* from = vertices_.get() + first_vertex_of(first);
        for (const Count& count : counts) {
            result.offsets.push_back(static_cast<std::uint32_t>(result.vertices.size()));
            result.vertices.insert(result.vertices.end(), from, from + count.vertices);
            from += has_exact_room() ? count.vertices : plan_.rule.cap;
        }
        result.offsets.push_back(static_cast<std::uint32_t>(result.vertices.size()));
        return result;
    }

    double floor_ms() const override {
        return mariani::cpu::measure_memset_ms(moved_bytes(plan_, vertex_count_), pool_.threads());
    }

  private:
    std::int64_t first_vertex_of(std::int64_t line) const {
        return has_exact_room() ? first_vertices_[static_cast<std::size_t>(line)]
                                : line * plan_.rule.cap;
    }

    bool has_exact_room() const { return plan_.engine == EngineKind::scan; }

    Launches tessellate(const Job& job) {
        if (plan_.engine == EngineKind::scan) {
            tessellate_by_scan(job, counts_, vertices_);
            return {};
        }
        Point* const room = vertices_.reserve(plan_.lines * plan_.rule.cap);
        if (has_launches(plan_.engine)) return tessellate_by_launches(job, counts_, room);
        tessellate_lines(job, counts_, room);
        return {};
    }

    Plan plan_;
    ThreadPool pool_;
    std::vector<Line> lines_;
    std::vector<Count> counts_;
    std::vector<std::int64_t> first_vertices_;  // of each line, and the end: one after another
    VertexBuffer vertices_;
    std::int64_t vertex_count_ = 0;
    bool placed_ = false;
};

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cpu::within_free_memory(memory_of(plan),
                                            [&] { return std::make_unique<CpuRunner>(plan); });
}

}  // namespace mariani::curves::cpu
