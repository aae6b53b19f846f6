#include "app/session/prepared_frame.hpp"

#include "compute/dwell_access.hpp"

#include <utility>

namespace mariani::app {

namespace {

void bring_home(PreparedFrame& frame) {
    frame.frame.dwells = host_copy(std::move(frame.frame.dwells));
    frame.regions = host_copy(std::move(frame.regions));
}

PreparedFrame derived_from(Frame frame, std::optional<int> shown_from) {
    PreparedFrame prepared;
    prepared.summary = summarise(*frame.dwells, frame.request.dwell_limit);
    if (frame.regions) prepared.regions = frame.regions->map(frame.request.image);
    const DwellSpan span = frame.dwells->span();
    prepared.frame = std::move(frame);
    if (span.memory != MemoryKind::cuda || span.device != shown_from) bring_home(prepared);
    return prepared;
}

}  // namespace

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress, std::optional<int> shown_from) {
    return dispatcher.compute_and(request, stop, progress, [&](Frame frame) {
        return derived_from(std::move(frame), shown_from);
    });
}

std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame) {
    auto copy = std::make_shared<PreparedFrame>(frame);
    bring_home(*copy);
    return copy;
}

}  // namespace mariani::app
