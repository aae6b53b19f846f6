#include "compute/cuda/device_fields.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/lists.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/recording.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/subdivision/lattice.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::cuda {
namespace {

Painter painter_of(EngineKind kind, Scheme scheme, const Painters& painters) {
    switch (kind) {
        case EngineKind::dp:
            return painters.dp;
        case EngineKind::ask:
            return scheme == Scheme::wpr ? painters.wpr : painters.ask;
        case EngineKind::ex:
            return painters.ex;
    }
    return nullptr;
}

std::int64_t signed_count(Count count) {
    return static_cast<std::int64_t>(count);
}

LevelStats stats_of(const LevelCounts& counts) {
    LevelStats stats;
    for (std::size_t i = 0; i < region_counts<Count>.size(); ++i)
        stats.*region_counts<std::int64_t>[i].member =
            signed_count(counts.*region_counts<Count>[i].member);
    return stats;
}

// ASK's levels follow each other, so each has its own time. DP's and WPR's overlap: a level's ms is
// its share of all blocks' time, scaled to the frame's.
std::vector<LevelStats> levels_of(EngineKind kind, const Control& control, const FramePlan& plan,
                                  double frame_ms) {
    const bool overlap = kind == EngineKind::dp || plan.scheme == Scheme::wpr;
    std::vector<LevelStats> levels;
    Count busy = 0;  // none in a frame shorter than a tick of the clock
    for (const auto& counts : control.counts) busy += counts.busy;
    const double ms_per_busy = busy > 0 ? frame_ms / static_cast<double>(busy) : 0;
    double lattice = plan.subdivision.g;
    for (const auto& counts : control.counts) {
        if (counts.regions == 0) break;
        LevelStats level = stats_of(counts);
        level.level = static_cast<int>(levels.size());
        level.side = subdivision::longer_side(plan.image) / lattice;
        level.ms = overlap ? static_cast<double>(counts.busy) * ms_per_busy
                           : static_cast<double>(counts.end_ns - counts.begin_ns) * 1e-6;
        if (kind == EngineKind::ask && plan.scheme != Scheme::wpr && level.level > 0) {
            const LevelWork& work = control.work[level.level];
            level.olt_entries = std::min(work.regions, work.regions_refused);
            level.olt_bytes = level.olt_entries * std::int64_t{sizeof(std::uint32_t)};
        }
        levels.push_back(level);
        lattice *= plan.subdivision.r;
    }
    return levels;
}

LevelStats level_of_ex(const Control& control, const FramePlan& plan, double frame_ms) {
    LevelStats level;
    level.side = std::max(plan.part.width, plan.part.height);
    level.regions = level.leaves = 1;
    level.pixels_iterated = pixel_count(plan.part);
    level.iterations = signed_count(control.counts[0].iterations);
    level.leaf_pixels = level.pixels_iterated;
    level.leaf_iterations = level.iterations;
    level.ms = frame_ms;
    return level;
}

// Several devices are told apart by their numbers.
std::string name_of(int device) {
    const auto all = devices();
    const std::string& description = all[static_cast<std::size_t>(device)].description;
    return all.size() == 1 ? description : fmt::format("GPU {}: {}", device, description);
}

class CudaEngine final : public Engine {
  public:
    CudaEngine(EngineKind kind, const Painters& painters, const Options& options)
        : kind_(kind),
          painters_(painters),
          device_(options.device),
          pool_(BufferPool::make(options.device)) {
        const CurrentDevice current(device_);
        workspace_ = std::make_unique<Workspace>(options);
        device_name_ = name_of(device_);
    }

    ~CudaEngine() override {
        try {
            const CurrentDevice current(device_);
            growth_ = {};
            workspace_.reset();
        } catch (const std::exception&) {
            // The device is lost, and all that was on it.
        }
    }

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        const CurrentDevice current(device_, frame_remedy);
        if (plan.exterior && !painters_.exterior) throw std::runtime_error(no_exterior(plan));
        progress.pixels_done = 0;
        progress.pixels_total = pixel_count(plan.part);
        const DeviceFields fields = fields_of(plan);
        if (progress.growing) Growth::begin(fields, plan, *progress.growing, workspace_->stream());
        const PaintResult painted = paint(fields, plan, std::move(stop), progress);
        if (!painted.finished) return std::nullopt;

        const Control& control = workspace_->read_control();
        Frame frame;
        frame.plan = plan;
        frame.plan.engine = kind_;
        frame.plan.backend = Backend::cuda;
        frame.stats = frame_stats(control, plan, painted.compute_ms);
        frame.dwells = fields.dwells();
        frame.fractions = fields.fractions();
        frame.exterior = fields.exterior();
        frame.work = fields.work();
        if (plan.keep_regions) frame.regions = keep_regions(control, frame.stats.levels.size());
        if (records(plan)) frame.times = recorded_times(*workspace_, frame.stats.levels.size());
        if (plan.exterior && !paint_exterior(fields, plan)) return std::nullopt;
        progress.pixels_done = pixel_count(plan.part);
        return frame;
    }

    std::int64_t kept_memory() const override { return pool_->unused_bytes() + workspace_->held(); }

  private:
    DeviceFields fields_of(const FramePlan& plan) {
        DeviceFields fields(*pool_, device_, plan);
        if (plan.count_work)
            check(cudaMemsetAsync(fields.work_values(), 0,
                                  static_cast<std::size_t>(fields.work().bytes()),
                                  workspace_->stream().get()),
                  "clear the work of the pixels");
        return fields;
    }

    PaintResult paint(const DeviceFields& fields, const FramePlan& plan, std::stop_token stop,
                      FrameProgress& progress) {
        const Painter painter = painter_of(kind_, plan.scheme, painters_);
        if (!painter)
            throw std::runtime_error("the workload " + plan.workload +
                                     " has no scheme WPR: choose SBR or MBR");
        const Surface surface{plan.part, fields.dwell_plane(), fields.fraction_values(),
                              fields.work_values(), &workspace_->control()->stop};
        FrameJob frame{};
        if (kind_ != EngineKind::ex)
            frame.layout = layout_of(plan.part, plan.image, plan.subdivision.g);
        frame.params = plan.subdivision;
        frame.control = workspace_->control();
        frame.launch_ns = workspace_->launch_ns();
        if (plan.keep_regions) reserve_regions(plan, frame);
        workspace_->begin_frame(std::move(stop), progress,
                                [&, growing = progress.growing]() mutable {
                                    if (growing && !reported(fields, plan, *growing))
                                        growing.reset();
                                });
        if (records(plan)) begin_recording(*workspace_, plan, frame.layout);
        return painter(frame, surface, plan, *workspace_);
    }

    // False where memory for a copy is short: the frame itself needs none.
    bool reported(const DeviceFields& fields, const FramePlan& plan, GrowingFrame& growing) {
        try {
            growth_.report(fields, plan, growing, *workspace_);
            return true;
        } catch (const BackendFailure&) {
            throw;
        } catch (const std::exception&) {
            return false;
        }
    }

    EngineStats frame_stats(const Control& control, const FramePlan& plan,
                            double compute_ms) const {
        EngineStats stats;
        stats.device = device_name_;
        stats.compute_ms = compute_ms;
        stats.launches = workspace_->frame_launches() + signed_count(control.launches);
        stats.failed_launches = signed_count(control.failed_launches);
        stats.full_table = signed_count(control.full_table);
        stats.levels = kind_ == EngineKind::ex ? std::vector{level_of_ex(control, plan, compute_ms)}
                                               : levels_of(kind_, control, plan, compute_ms);
        return stats;
    }

    bool paint_exterior(const DeviceFields& fields, const FramePlan& plan) {
        return painters_.exterior({plan.part, fields.dwell_plane(), fields.distance_values(),
                                   fields.normal_values(), &workspace_->control()->stop},
                                  plan, *workspace_);
    }

    void reserve_regions(const FramePlan& plan, FrameJob& frame) {
        auto& list = workspace_->list(List::regions);
        const std::int64_t most = kind_ == EngineKind::ex ? 1 : most_regions(plan, frame.layout);
        const auto room = workspace_->affordable(List::regions, most, sizeof(Region));
        const auto size = static_cast<std::size_t>(room) * sizeof(Region);
        if (size > list.size()) {
            list.reserve(size);
            check(cudaMemsetAsync(list.as<void>(), 0, size, workspace_->stream().get()),
                  "clear the list of regions");
        }
        frame.regions = list.as<Region>();
        frame.region_capacity = static_cast<Count>(room);
    }

    // Copies the list to memory of the frame's own: the next frame writes over the engine's.
    std::shared_ptr<const RegionList> keep_regions(const Control& control, std::size_t levels) {
        const auto& list = workspace_->list(List::regions);
        const auto count = static_cast<std::size_t>(control.regions_kept);
        if (count * sizeof(Region) > list.size())
            throw std::runtime_error(
                fmt::format("the list of this frame's {} regions does not fit in the GPU's memory: "
                            "hide the region grid, choose a larger B, or choose the backend cpu",
                            count));
        auto regions = std::make_shared<DeviceRegions>(
            pool_, device_, static_cast<std::int64_t>(count), static_cast<int>(levels));
        check(cudaMemcpyAsync(regions->regions(), list.as<Region>(), count * sizeof(Region),
                              cudaMemcpyDeviceToDevice, workspace_->stream().get()),
              "keep the list of regions");
        check(cudaStreamSynchronize(workspace_->stream().get()), "keep the list of regions");
        return regions;
    }

    EngineKind kind_;
    const Painters& painters_;
    int device_;
    std::string device_name_;
    std::shared_ptr<BufferPool> pool_;
    std::unique_ptr<Workspace> workspace_;
    Growth growth_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters, Options options) {
    return std::make_unique<CudaEngine>(kind, painters, options);
}

}  // namespace mariani::cuda
