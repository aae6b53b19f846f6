#include "app/explore/prepared_frame.hpp"

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

PreparedFrame derived_from(Frame frame, const std::stop_token& stop,
                           std::optional<int> shown_from) {
    PreparedFrame prepared;
    prepared.summary = summarise(frame.dwells, frame.plan.dwell_limit);
    prepared.all_inside =
        prepared.summary.escaped == 0 && edge_is_inside(frame.plan.view, frame.plan.image, stop);
    if (frame.regions) prepared.regions = frame.regions->map(frame.plan.image);
    const MemoryPlace place = frame.dwells.place();
    prepared.frame = std::move(frame);
    prepared.work = sums_of(prepared);
    if (place.kind != MemoryKind::cuda || place.device != shown_from) copy_frame_to_host(prepared);
    return prepared;
}

}  // namespace

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress, std::optional<int> shown_from) {
    return dispatcher.compute_and(request, stop, progress, [&](Frame frame) {
        return derived_from(std::move(frame), stop, shown_from);
    });
}

std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame) {
    auto copy = std::make_shared<PreparedFrame>(frame);
    copy_frame_to_host(*copy);
    return copy;
}

}  // namespace mariani::app
