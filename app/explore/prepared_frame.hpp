// A finished frame with what the window derives from it, made on the worker's thread.
#pragma once

#include "compute/model/dwell_summary.hpp"
#include "compute/model/region_map.hpp"
#include "compute/model/work_sums.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace mariani::app {

struct PreparedFrame {
    Frame frame;
    DwellSummary summary;
    RegionMap regions;                     // empty where the frame has none
    std::shared_ptr<const WorkSums> work;  // null where the frame has no work, or no regions
};

// Computes and derives; errors as EngineDispatcher::compute's. Fields in the memory of the CUDA
// device `shown_from` are left there, and the map of its regions with them; others are brought to
// host memory. The work is summed up from a copy.
std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress,
                                           std::optional<int> shown_from = std::nullopt);

// The same frame with its fields and its map in host memory. Throws as host_copy.
std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame);

}  // namespace mariani::app
