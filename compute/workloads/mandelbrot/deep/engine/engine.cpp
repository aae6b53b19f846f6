#include "compute/engine.hpp"

#include "compute/cpu/tasks.hpp"
#include "compute/model/text.hpp"
#include "compute/subdivision/border.hpp"
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

namespace mariani::mandelbrot {
namespace {

deep::Request request_of(const FramePlan& plan) {
    const View& view = plan.view;
    const Piece piece = piece_of(plan);
    deep::Request request{{to_text(view.centre.re), to_text(view.centre.im), to_text(view.height)},
                          piece.whole,
                          plan.dwell_limit,
                          plan.quality};
    request.part = {plan.part.x + piece.x, plan.part.y + piece.y, plan.part.width,
                    plan.part.height};
    request.precision = plan.precision;
    request.smooth = plan.smooth;
    request.exterior = plan.exterior;
    if (plan.engine != EngineKind::ex)
        request.subdivision = deep::Subdivision{plan.subdivision, plan.fill};
    return request;
}

// Pixels that are not known yet have the dwell of the nearest known one up and to the left, of
// those that came before it: so a picture is seen as a whole from the first pass on.
std::vector<std::uint32_t> coarse_dwells(const deep::Picture& picture) {
    std::vector<std::uint32_t> dwells = picture.dwells;
    const PixelRect part{0, 0, picture.part.width, picture.part.height};
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            const auto at = [&](int mask) {
                return picture.dwells[index(part, x & mask, y & mask)];
            };
            std::uint32_t& dwell = dwells[index(part, x, y)];
            for (const int mask : {~1, ~3, ~7})
                if (dwell == unknown_dwell) dwell = at(mask);
        }
    return dwells;
}

void show(const deep::Picture& picture, const FramePlan& plan, FrameProgress& progress) {
    progress.pixels_done = picture.known;
    if (!progress.growing || !progress.growing->wanted()) return;
    const bool coarse = plan.engine == EngineKind::ex;
    const std::size_t smooth_pixels = plan.smooth ? picture.dwells.size() : 0;
    progress.growing->publish(
        {plan, field_of(plan.part, coarse ? coarse_dwells(picture) : picture.dwells),
         plan.smooth ? field_of(plan.part, std::vector<float>(smooth_pixels)) : Field()});
}

class DeepEngine final : public Engine {
  public:
    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        if (plan.piece && (plan.engine != EngineKind::ex || plan.exterior || plan.keep_regions))
            throw std::invalid_argument(
                "a piece of a picture of deep zoom is computed by Ex, without distances and "
                "regions");
        progress.pixels_done = 0;
        progress.pixels_total = pixel_count(plan.part);
        const bool on_device = plan.backend == Backend::cuda;
        ladder_.run_on(plan.threads, on_device ? std::optional(plan.device) : std::nullopt);
        const auto begin = std::chrono::steady_clock::now();
        const auto known = known_of(plan);
        auto picture = ladder_.compute(
            request_of(plan), stop, progress.deltas,
            [&](const deep::Picture& so_far) { show(so_far, plan, progress); },
            known ? &*known : nullptr);
        if (!picture) return std::nullopt;
        progress.pixels_done = pixel_count(plan.part);
        const double ms = mariani::cpu::ms_since(begin);
        std::vector<Rung> rungs = std::move(picture->rungs);
        Frame frame = frame_of(plan, std::move(*picture), ms);
        last_.reset();
        if (plan.resume) last_ = Last{plan, frame.dwells, frame.fractions, frame.exterior, rungs};
        return frame;
    }

  private:
    // The last frame, whose pixels the next one may keep.
    struct Last {
        FramePlan plan;
        Field dwells, fractions;
        ExteriorFields exterior;
        std::vector<Rung> rungs;
    };

    std::optional<deep::KnownPixels> known_of(const FramePlan& plan) const {
        if (!plan.resume || plan.count_work || !last_) return std::nullopt;
        FramePlan raised = last_->plan;
        raised.dwell_limit = plan.dwell_limit;
        if (raised != plan || last_->plan.dwell_limit >= plan.dwell_limit) return std::nullopt;
        return deep::KnownPixels{last_->plan.dwell_limit,
                                 last_->dwells.host<std::uint32_t>().values, last_->rungs,
                                 last_->fractions, last_->exterior};
    }

    Frame frame_of(const FramePlan& plan, deep::Picture picture, double ms) const {
        Frame frame;
        frame.plan = plan;
        frame.stats.levels = std::move(picture.levels);
        frame.stats.compute_ms = ms;
        frame.stats.deltas = picture.statistics;
        // A piece's lie where it does in the whole picture.
        const auto& fractions = picture.fractions.values();
        frame.fractions = {plan.part, std::static_pointer_cast<const float[]>(fractions)};
        frame.exterior = std::move(picture.exterior);
        frame.dwells = field_of(plan.part, std::move(picture.dwells));
        if (plan.count_work) frame.work = field_of(plan.part, std::move(picture.iterations));
        if (plan.keep_regions) frame.regions = regions_of(frame, std::move(picture.regions));
        return frame;
    }

    static std::shared_ptr<const RegionList> regions_of(const Frame& frame,
                                                        std::vector<Region> regions) {
        if (regions.empty()) {  // Ex: the part is one leaf
            const auto dwells = frame.dwells.host<std::uint32_t>();
            const auto border = subdivision::border_range(
                frame.plan.part, [&](int x, int y) { return dwells.at(x, y); });
            const auto iterations =
                static_cast<std::uint64_t>(frame.stats.levels.front().iterations);
            regions = {{frame.plan.part, border.min, border.max, iterations, 0, Outcome::leaf}};
        }
        return std::make_shared<HostRegions>(std::move(regions));
    }

    deep::Ladder ladder_{1};
    std::optional<Last> last_;
};

}  // namespace

std::unique_ptr<Engine> make_deep_engine() {
    return std::make_unique<DeepEngine>();
}

}  // namespace mariani::mandelbrot
