#include "app/session/prepared_frame.hpp"

#include "compute/host_copy.hpp"

#include <utility>

namespace mariani::app {

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress) {
    auto frame = dispatcher.compute(request, std::move(stop), progress);
    if (!frame) return std::nullopt;
    PreparedFrame prepared;
    frame->dwells = host_copy(std::move(frame->dwells));
    prepared.summary = render::summarise(frame->dwells->span(), request.dwell_limit);
    prepared.regions = render::RegionIndex(frame->regions);
    prepared.frame = std::move(*frame);
    return prepared;
}

}  // namespace mariani::app
