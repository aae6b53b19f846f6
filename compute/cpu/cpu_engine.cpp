#include "compute/cpu/buffer_pool.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/cpu/painter.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mariani::cpu {
namespace {

// A frame's fields while they are written.
struct Fields {
    std::shared_ptr<std::uint32_t[]> dwells;
    std::shared_ptr<float[]> fractions;     // or null
    std::shared_ptr<std::uint32_t[]> work;  // or null

    Fields(BufferPool& pool, const FramePlan& plan) {
        const std::int64_t pixels = pixel_count(plan.part);
        dwells = pool.take<std::uint32_t>(pixels);
        if (plan.smooth) fractions = pool.take<float>(pixels);
        if (!plan.count_work) return;
        work = pool.take<std::uint32_t>(pixels);
        std::fill_n(work.get(), pixels, 0U);
    }
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
        const Fields fields(*pool_, plan);

        const auto begin = std::chrono::steady_clock::now();
        Painted painted = plan.precision == Precision::f32
                              ? paint_on<float>(fields, plan, stop, progress, crew)
                              : paint_on<double>(fields, plan, stop, progress, crew);
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
        frame.dwells = Field(plan.part, fields.dwells);
        frame.fractions = Field(plan.part, fields.fractions);
        frame.work = Field(plan.part, fields.work);
        if (plan.keep_regions)
            frame.regions = std::make_shared<HostRegions>(std::move(painted.regions));
        return frame;
    }

  private:
    template <typename T>
    Painted paint_on(const Fields& fields, const FramePlan& plan, const std::stop_token& stop,
                     FrameProgress& progress, Crew& crew) {
        const Canvas<T> canvas{kernel::pixel_plane<T>(plan.view, plan.image),
                               plan.part,
                               plan.dwell_limit,
                               plan.shortcuts,
                               fields.dwells.get(),
                               fields.fractions.get(),
                               fields.work.get(),
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
