#include "app/session/prepared_frame.hpp"

#include "compute/dwell_access.hpp"

#include <utility>

namespace mariani::app {

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress) {
    auto frame = dispatcher.compute(request, std::move(stop), progress);
    if (!frame) return std::nullopt;
    PreparedFrame prepared;
    prepared.summary = summarise(*frame->dwells, request.dwell_limit);
    frame->dwells = host_copy(std::move(frame->dwells));
    prepared.regions = render::RegionIndex(frame->regions);
    if (frame->regions) prepared.region_map = render::map_regions(*frame->regions, request.image);
    prepared.frame = std::move(*frame);
    return prepared;
}

}  // namespace mariani::app
