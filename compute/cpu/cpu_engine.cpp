#include "compute/cpu/buffer_pool.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/cpu/painter.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mariani::cpu {
namespace {

// Also the plane of the work spent on each pixel.
class HostDwells final : public DwellImage {
  public:
    HostDwells(BufferPool& pool, PixelRect part, bool smooth)
        : part_(part), dwells_(pool.take<std::uint32_t>(pixel_count(part))) {
        if (smooth) fractions_ = pool.take<float>(pixel_count(part));
    }

    DwellSpan span() const override { return {part_, dwells_.get(), fractions_.get()}; }
    std::uint32_t* dwells() { return dwells_.get(); }
    float* fractions() { return fractions_.get(); }
    void clear() { std::fill_n(dwells_.get(), pixel_count(part_), 0U); }

  private:
    PixelRect part_;
    std::shared_ptr<std::uint32_t[]> dwells_;
    std::shared_ptr<float[]> fractions_;
};

template <typename T>
Painted paint(EngineKind kind, const Canvas<T>& canvas, const FramePlan& plan, Crew& crew) {
    switch (kind) {
        case EngineKind::dp:
            return paint_dp(canvas, plan, crew);
        case EngineKind::ask:
            return paint_ask(canvas, plan, crew);
        default:
            return paint_ex(canvas, plan, crew);
    }
}

class CpuEngine final : public Engine {
  public:
    explicit CpuEngine(EngineKind kind) : kind_(kind), pool_(BufferPool::make()) {}

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        progress.pixels_done = 0;
        progress.pixels_total = pixel_count(plan.part);
        Crew& crew = crew_of(plan.threads);
        auto dwells = std::make_shared<HostDwells>(*pool_, plan.part, plan.smooth);
        auto work = work_of(plan);

        const auto begin = std::chrono::steady_clock::now();
        Painted painted = plan.precision == Precision::f32
                              ? paint_on<float>(*dwells, work.get(), plan, stop, progress, crew)
                              : paint_on<double>(*dwells, work.get(), plan, stop, progress, crew);
        const std::chrono::duration<double, std::milli> elapsed =
            std::chrono::steady_clock::now() - begin;
        if (stop.stop_requested()) return std::nullopt;

        Frame frame;
        frame.plan = plan;
        frame.plan.engine = kind_;
        frame.plan.backend = Backend::cpu;
        frame.stats.device = device(crew.threads());
        frame.stats.levels = std::move(painted.levels);
        frame.stats.compute_ms = elapsed.count();
        frame.dwells = std::move(dwells);
        frame.work = std::move(work);
        if (plan.keep_regions)
            frame.regions = std::make_shared<HostRegions>(std::move(painted.regions));
        return frame;
    }

  private:
    std::shared_ptr<HostDwells> work_of(const FramePlan& plan) {
        if (!plan.count_work) return nullptr;
        auto work = std::make_shared<HostDwells>(*pool_, plan.part, false);
        work->clear();
        return work;
    }

    template <typename T>
    Painted paint_on(HostDwells& dwells, HostDwells* work, const FramePlan& plan,
                     const std::stop_token& stop, FrameProgress& progress, Crew& crew) {
        const Canvas<T> canvas{kernel::pixel_plane<T>(plan.view, plan.image),
                               plan.part,
                               plan.dwell_limit,
                               plan.shortcuts,
                               dwells.dwells(),
                               dwells.fractions(),
                               work ? work->dwells() : nullptr,
                               stop,
                               &progress};
        return paint(kind_, canvas, plan, crew);
    }

    Crew& crew_of(int threads) {
        if (!crew_ || crew_threads_ != threads) {
            crew_ = std::make_unique<Crew>(threads);
            crew_threads_ = threads;
        }
        return *crew_;
    }

    EngineKind kind_;
    std::shared_ptr<BufferPool> pool_;
    std::unique_ptr<Crew> crew_;
    int crew_threads_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind kind) {
    return std::make_unique<CpuEngine>(kind);
}

}  // namespace mariani::cpu
