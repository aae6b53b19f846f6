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
    RegionMap regions;                     // empty if the frame has none
    std::shared_ptr<const WorkSums> work;  // null if the frame has no work or no regions
    bool all_inside = false;               // see edge_is_inside()
};

// Computes and derives; throws what EngineDispatcher::compute throws. Fields in the memory of the
// CUDA device `shown_from` stay there, as does the map of the frame's regions; others are copied to
// host memory. The work is summed up from a copy.
std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress,
                                           std::optional<int> shown_from = std::nullopt);

// The same frame with its fields and its map in host memory. Throws what host_copy throws.
std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame);

}  // namespace mariani::app
