#include "compute/workloads/volume/runner.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/memory.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/workloads/volume/cpu/levels.hpp"
#include "compute/workloads/volume/cpu/observer.hpp"
#include "compute/workloads/volume/cpu/recursion.hpp"
#include "compute/workloads/volume/cpu/surface.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <chrono>
#include <cstring>

namespace mariani::volume::cpu {
namespace {

template <typename Dwell>
class CpuRunner final : public Runner {
  public:
    explicit CpuRunner(const Plan& plan)
        : plan_(plan),
          pool_(plan.threads),
          iterator_(make_iterator(plan)),
          dwells_(static_cast<std::size_t>(voxel_count(plan.side))),
          observer_(plan) {}

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override {
        progress.voxels_done = 0;
        progress.voxels_total = voxel_count(plan_.side);
        subdivision_ = {};
        observer_.forget();
        std::atomic<Index> iterated{0};
        const Canvas<Dwell> canvas{plan_, *iterator_, stop, progress, iterated, dwells_.data()};
        const auto begin = std::chrono::steady_clock::now();
        if (!compute(canvas)) return std::nullopt;
        const double ms = mariani::cpu::ms_since(begin);
        progress.voxels_done = voxel_count(plan_.side);
        RunStats stats;
        stats.compute_ms = ms;
        stats.iterated = iterated;
        stats.launches = subdivision_.launches;
        stats.failed_launches = subdivision_.failed_launches;
        stats.most_pending = subdivision_.most_pending;
        stats.levels = subdivision_.levels;
        return stats;
    }

    void turn_to(double turn) override {
        plan_.turn = turn;
        iterator_ = make_iterator(plan_);
    }

    std::vector<std::uint32_t> plane(const Plane& plane) const override {
        const auto [width, height] = plane.size(plan_);
        std::vector<std::uint32_t> dwells;
        dwells.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                dwells.push_back(
                    dwells_[static_cast<std::size_t>(index_of(plan_.side, plane.voxel(x, y)))]);
        return dwells;
    }

    DwellSummary summary(std::span<const Plane> planes) const override {
        std::vector<std::uint32_t> all;
        for (const Plane& each : planes) {
            const auto dwells = plane(each);
            all.insert(all.end(), dwells.begin(), dwells.end());
        }
        return summarise({{0, 0, static_cast<int>(all.size()), 1}, all}, plan_.dwell_limit);
    }

    std::vector<std::uint8_t> paint(const Plane& plane, ImageSize size,
                                    DwellColours colours) const override {
        const PaintedPlane<Dwell> painted{dwells_.data(), plan_.side, plane, size, colours.data()};
        std::vector<std::uint8_t> rgb(3 * static_cast<std::size_t>(pixel_count(size)));
        pool_.for_each(size.height, [&](std::int64_t row) {
            for (int x = 0; x < size.width; ++x)
                painted.pixel(x, static_cast<int>(row))
                    .write(&rgb[3 * static_cast<std::size_t>(row * size.width + x)]);
        });
        return rgb;
    }

    std::optional<std::vector<Sight>> look(const Look& look, std::stop_token stop) override {
        return observer_.look(dwells_.data(), look, pool_, stop);
    }
    std::optional<PaintedSpace> paint(const Look& look, const Scenery& scenery,
                                      DwellColours colours, std::stop_token stop) override {
        return observer_.paint(dwells_.data(), look, scenery, colours, pool_, stop);
    }

    std::vector<std::byte> output() const override {
        std::vector<std::byte> bytes(static_cast<std::size_t>(output_bytes(plan_)));
        std::memcpy(bytes.data(), dwells_.data(), bytes.size());
        return bytes;
    }

    std::vector<RegionRecord> regions() const override { return subdivision_.regions; }

    double floor_ms() const override {
        return mariani::cpu::measure_memset_ms(output_bytes(plan_), pool_.threads());
    }

  private:
    bool compute(const Canvas<Dwell>& canvas) {
        if (plan_.engine == EngineKind::ex) return compute_all(canvas);
        const auto forget = [&](Index begin, Index end) {
            std::fill(dwells_.data() + begin, dwells_.data() + end, unknown<Dwell>);
        };
        if (!pool_.for_each_chunk(voxel_count(plan_.side), piece_voxels, canvas.stop, forget))
            return false;
        if (plan_.engine == EngineKind::dp)
            return Recursion<Dwell>(canvas, pool_).run(subdivision_);
        const bool by_surface = plan_.engine == EngineKind::surface;
        if (!Levels<Dwell>(canvas, pool_, by_surface).run(subdivision_)) return false;
        return !by_surface || Surface<Dwell>(canvas, pool_).run();
    }

    bool compute_all(const Canvas<Dwell>& canvas) {
        const Box all{{}, plan_.side};
        const auto compute_some = [&](Index begin, Index end) {
            VoxelQueue<Dwell> queue(canvas);
            for (Index t = begin; t < end; ++t)
                queue.put(voxel_of(all, static_cast<std::uint64_t>(t)));
            if (queue.iterate()) canvas.progress.voxels_done += end - begin;
        };
        return pool_.for_each_chunk(voxel_count(plan_.side), piece_voxels, canvas.stop,
                                    compute_some);
    }

    Plan plan_;
    mutable ThreadPool pool_;
    std::unique_ptr<VoxelIterator> iterator_;
    mariani::cpu::LargeArray<Dwell> dwells_;
    Observer<Dwell> observer_;
    Subdivision subdivision_;
};

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cpu::within_free_memory(memory_of(plan), [&]() -> std::unique_ptr<Runner> {
        if (has_wide_dwells(plan)) return std::make_unique<CpuRunner<std::uint32_t>>(plan);
        return std::make_unique<CpuRunner<std::uint16_t>>(plan);
    });
}

}  // namespace mariani::volume::cpu
