#include "app/session/prepared_frame.hpp"

#include "compute/dwell_access.hpp"

#include <utility>

namespace mariani::app {

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress, std::optional<int> shown_from) {
    auto frame = dispatcher.compute(request, std::move(stop), progress);
    if (!frame) return std::nullopt;
    PreparedFrame prepared;
    prepared.summary = summarise(*frame->dwells, request.dwell_limit);
    const DwellSpan span = frame->dwells->span();
    if (span.memory != MemoryKind::cuda || span.device != shown_from)
        frame->dwells = host_copy(std::move(frame->dwells));
    prepared.regions = render::RegionIndex(frame->regions);
    if (frame->regions) prepared.region_map = render::map_regions(*frame->regions, request.image);
    prepared.frame = std::move(*frame);
    return prepared;
}

std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame) {
    auto copy = std::make_shared<PreparedFrame>(frame);
    copy->frame.dwells = host_copy(std::move(copy->frame.dwells));
    return copy;
}

}  // namespace mariani::app
