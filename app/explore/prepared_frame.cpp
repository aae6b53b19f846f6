#include "app/explore/prepared_frame.hpp"

#include "app/settings/yield_to_window.hpp"
#include "compute/model/suited.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/orbits.hpp"

#include <utility>

namespace mariani::app {
namespace {

void copy_frame_to_host(PreparedFrame& frame) {
    copy_to_host(frame.frame);
    copy_to_host(frame.regions);
}

std::shared_ptr<const WorkSums> sums_of(const PreparedFrame& frame) {
    if (!frame.frame.work || !frame.frame.regions) return nullptr;
    const Field work = host_copy(frame.frame.work);
    RegionMap regions = frame.regions;
    copy_to_host(regions);
    return std::make_shared<const WorkSums>(sum_work(work.host<std::uint32_t>(), regions));
}

PreparedFrame derived_from(Frame frame, std::optional<int> shown_from) {
    PreparedFrame prepared;
    prepared.summary = summarise(frame.dwells, frame.plan.dwell_limit);
    if (frame.regions) prepared.regions = frame.regions->map(frame.plan.image);
    const MemoryPlace place = frame.dwells.place();
    prepared.frame = std::move(frame);
    prepared.work = sums_of(prepared);
    if (place.kind != MemoryKind::cuda || place.device != shown_from) copy_frame_to_host(prepared);
    return prepared;
}

constexpr int probe_step = 32;          // predicts what the frame will cost, for a thousandth of it
constexpr int finer_steps[] = {8, 16};  // 8: a 64th of the pixels
constexpr double longest_first_picture = 20;  // ms

// The ratio of the times for every a-th and every b-th pixel.
double times_as_long(int a, int b) {
    return static_cast<double>(b) * b / (static_cast<double>(a) * a);
}

bool on_cpu(const FrameRequest& request, const Hardware& hardware) {
    return resolve(request, hardware, {}).plan.backend == Backend::cpu;
}

bool same_picture(const FrameRequest& a, const FrameRequest& b) {
    return a.workload == b.workload && a.view == b.view && a.image == b.image &&
           a.dwell_limit == b.dwell_limit;
}

render::RegionIndex index_of(const RegionList& regions) {
    try {
        return render::RegionIndex(regions.on_host());
    } catch (...) {
        return {};  // memory ran out or the GPU is lost: the next frame reports it
    }
}

}  // namespace

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress, std::optional<int> shown_from) {
    return dispatcher.compute_and(request, stop, progress, [&](Frame frame) {
        return derived_from(std::move(frame), shown_from);
    });
}

bool is_all_inside(const PreparedFrame& frame, const std::stop_token& stop) {
    const FramePlan& plan = frame.frame.plan;
    return frame.summary.escaped == 0 && edge_is_inside(plan.view, plan.image, stop);
}

std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame) {
    auto copy = std::make_shared<PreparedFrame>(frame);
    copy_frame_to_host(*copy);
    return copy;
}

FrameRequest coarse_request(const FrameRequest& request, int step) {
    FrameRequest coarse = request;
    coarse.image = {(request.image.width + step - 1) / step,
                    (request.image.height + step - 1) / step};
    coarse.part = whole(coarse.image);
    coarse.view.height = pitch(request.view, request.image) * step * coarse.image.height;
    coarse.precision = request.precision.value_or(suited_precision(request.view, request.image));
    coarse.backend = Backend::cpu;
    if (!coarse.engine) coarse.engine = EngineKind::ask;
    if (coarse.scheme == Scheme::wpr) coarse.scheme.reset();
    coarse.keep_regions = false;
    coarse.shortcuts = true;
    return coarse;
}

std::optional<PreparedFrame> FirstPicture::compute(const FrameRequest& request,
                                                   std::stop_token stop) {
    const bool shown = last_ && same_picture(*last_, request);
    last_ = request;
    if (shown || request.count_work || !on_cpu(request, engines_.hardware())) return std::nullopt;
    if (is_deep(request.precision.value_or(suited_precision(request.view, request.image))))
        return std::nullopt;
    auto probe = every(probe_step, request, stop);
    if (!probe) return std::nullopt;
    const double probe_ms = probe->frame.stats.compute_ms;
    const double frame_ms = probe_ms * times_as_long(1, probe_step);
    if (request.shortcuts && frame_ms < short_frame_.count()) return std::nullopt;
    for (const int step : finer_steps)
        if (probe_ms * times_as_long(step, probe_step) < longest_first_picture)
            return every(step, request, stop);
    return probe;
}

std::optional<PreparedFrame> FirstPicture::every(int step, const FrameRequest& request,
                                                 std::stop_token stop) {
    FrameProgress unwatched;
    return prepare_frame(engines_, coarse_request(request, step), std::move(stop), unwatched);
}

std::optional<Region> RegionFinder::region_at(const std::shared_ptr<const RegionList>& regions,
                                              int x, int y, const render::OverlayStyle& style) {
    take_fetched();
    if (!index_.valid() && regions_ != regions) {
        regions_ = regions;
        found_ = {};
        index_ = std::async(std::launch::async, [regions] {
            yield_to_window();
            return index_of(*regions);
        });
    }
    if (index_.valid() || regions_ != regions) return std::nullopt;
    return found_.region_at(x, y, style);
}

void RegionFinder::take_fetched() {
    using namespace std::chrono_literals;
    if (index_.valid() && index_.wait_for(0s) == std::future_status::ready) found_ = index_.get();
}

}  // namespace mariani::app
