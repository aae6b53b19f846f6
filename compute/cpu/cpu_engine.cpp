#include "compute/cpu/buffer_pool.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/cpu/painter.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace mariani::cpu {
namespace {

// A frame's fields while they are written.
struct Fields {
    std::shared_ptr<std::uint32_t[]> dwells;
    std::shared_ptr<float[]> fractions;  // or null
    std::shared_ptr<float[]> distances;  // or null, like the normals
    std::shared_ptr<float[]> normals;
    std::shared_ptr<std::uint32_t[]> work;  // or null

    Fields(BufferPool& pool, const FramePlan& plan) {
        const std::int64_t pixels = pixel_count(plan.part);
        dwells = pool.take<std::uint32_t>(pixels);
        if (plan.smooth) fractions = pool.take<float>(pixels);
        if (plan.exterior) {
            distances = pool.take<float>(pixels);
            normals = pool.take<float>(pixels);
        }
        if (!plan.count_work) return;
        work = pool.take<std::uint32_t>(pixels);
        std::fill_n(work.get(), pixels, 0U);
    }
};

Painter painter_of(EngineKind kind, const Painters& painters) {
    switch (kind) {
        case EngineKind::dp:
            return painters.dp;
        case EngineKind::ask:
            return painters.ask;
        case EngineKind::ex:
            return painters.ex;
    }
    return nullptr;
}

class CpuEngine final : public Engine {
  public:
    CpuEngine(EngineKind kind, const Painters& painters)
        : kind_(kind),
          paint_(painter_of(kind, painters)),
          paint_exterior_(painters.exterior),
          pool_(BufferPool::make()) {}

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        if (plan.exterior && !paint_exterior_) throw std::runtime_error(no_exterior(plan));
        progress.pixels_done = 0;
        progress.pixels_total = pixel_count(plan.part);
        ThreadPool& thread_pool = thread_pool_for(plan.threads);
        const Fields fields(*pool_, plan);
        if (progress.growing) progress.growing->begin(plan, fields.dwells, fields.fractions);
        const Surface surface{
            plan.part, fields.dwells.get(), fields.fractions.get(), fields.work.get(), stop,
            &progress};

        const auto begin = std::chrono::steady_clock::now();
        PaintResult painted = paint_(surface, plan, thread_pool);
        const std::chrono::duration<double, std::milli> elapsed =
            std::chrono::steady_clock::now() - begin;
        if (plan.exterior && !stop.stop_requested())
            paint_exterior_({plan.part, fields.dwells.get(), fields.distances.get(),
                             fields.normals.get(), stop},
                            plan, thread_pool);
        if (stop.stop_requested()) return std::nullopt;

        Frame frame;
        frame.plan = plan;
        frame.plan.engine = kind_;
        frame.plan.backend = Backend::cpu;
        frame.stats.device = device(thread_pool.threads());
        frame.stats.levels = std::move(painted.levels);
        frame.stats.compute_ms = elapsed.count();
        frame.dwells = Field(plan.part, fields.dwells);
        frame.fractions = Field(plan.part, fields.fractions);
        frame.exterior = {Field(plan.part, fields.distances), Field(plan.part, fields.normals)};
        frame.work = Field(plan.part, fields.work);
        if (plan.keep_regions)
            frame.regions = std::make_shared<HostRegions>(std::move(painted.regions));
        if (plan.record_times)
            frame.times = std::make_shared<const RegionTimes>(std::move(painted.times));
        return frame;
    }

  private:
    ThreadPool& thread_pool_for(int threads) {
        if (!thread_pool_ || pool_threads_ != threads) {
            thread_pool_ = std::make_unique<ThreadPool>(threads);
            pool_threads_ = threads;
        }
        return *thread_pool_;
    }

    EngineKind kind_;
    Painter paint_;
    ExteriorPainter paint_exterior_;
    std::shared_ptr<BufferPool> pool_;
    std::unique_ptr<ThreadPool> thread_pool_;
    int pool_threads_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters) {
    return std::make_unique<CpuEngine>(kind, painters);
}

}  // namespace mariani::cpu
