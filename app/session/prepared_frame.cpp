#include "app/session/prepared_frame.hpp"

#include "compute/dwell_access.hpp"

#include <utility>

namespace mariani::app {

namespace {

PreparedFrame derived_from(Frame frame, std::optional<int> shown_from) {
    PreparedFrame prepared;
    prepared.summary = summarise(*frame.dwells, frame.request.dwell_limit);
    const DwellSpan span = frame.dwells->span();
    if (span.memory != MemoryKind::cuda || span.device != shown_from)
        frame.dwells = host_copy(std::move(frame.dwells));
    prepared.regions = render::RegionIndex(frame.regions);
    if (frame.regions)
        prepared.region_map = render::map_regions(*frame.regions, frame.request.image);
    prepared.frame = std::move(frame);
    return prepared;
}

}  // namespace

std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress, std::optional<int> shown_from) {
    const auto prepare = [&]() -> std::optional<PreparedFrame> {
        auto frame = dispatcher.compute(request, stop, progress);
        if (!frame) return std::nullopt;
        return derived_from(std::move(*frame), shown_from);
    };
    try {
        return prepare();
    } catch (const BackendFailure& failure) {
        if (!dispatcher.fall_back(request, failure)) throw;
    }
    return prepare();
}

std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame) {
    auto copy = std::make_shared<PreparedFrame>(frame);
    copy->frame.dwells = host_copy(std::move(copy->frame.dwells));
    return copy;
}

}  // namespace mariani::app
