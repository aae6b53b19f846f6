// The interface of every engine, on every backend.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/field.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/model/region.hpp"
#include "compute/model/region_map.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani {

// A GPU of this machine.
struct DeviceEntry {
    int index = 0;            // as CUDA numbers them
    std::string name;         // "NVIDIA H200"
    std::string description;  // "NVIDIA H200, 132 SMs, compute capability 9.0, 140 GiB"
    std::optional<std::string> unavailable;  // why no engine can run there
    std::string pci_bus_id = {};             // its place: "0000:1b:00.0"; empty if unknown
};

// How far a frame has come; written by the engine's threads, read by any.
struct FrameProgress {
    std::atomic<std::int64_t> pixels_done{0};
    std::atomic<std::int64_t> pixels_total{0};
    DeltaProgress deltas;                   // of a plan of deep precision, beside its pixels
    std::shared_ptr<GrowingFrame> growing;  // set before the frame begins; null: nobody watches
};

// The regions of one frame, in memory of the backend that computed them. Read-only, shared, and
// safe to read from any thread; the memory goes back to its engine's pool with the last owner.
class RegionList {
  public:
    virtual ~RegionList() = default;

    // In host memory, by level, then y, then x. The first call may have to copy them: a tenth of a
    // second for a million regions. Throws std::bad_alloc, BackendFailure.
    virtual std::shared_ptr<const std::vector<Region>> on_host() const = 0;

    // Covers the image of the frame's plan, in the regions' own memory. Throws like on_host().
    virtual RegionMap map(ImageSize image) const = 0;
};

class HostRegions final : public RegionList {
  public:
    // In the order of on_host().
    explicit HostRegions(std::vector<Region> regions)
        : regions_(std::make_shared<const std::vector<Region>>(std::move(regions))) {}
    std::shared_ptr<const std::vector<Region>> on_host() const override { return regions_; }
    RegionMap map(ImageSize image) const override { return map_regions(*regions_, image); }

  private:
    std::shared_ptr<const std::vector<Region>> regions_;
};

// The fields cover plan.part and are in the backend's memory.
struct Frame {
    FramePlan plan;
    EngineStats stats;
    // uint32; in device memory uint16 where the dwell limit is below 65535.
    Field dwells;
    // float32: an escaped pixel's smooth dwell minus its dwell, at most 3; only their sum is
    // continuous. 0 for a pixel inside the set. Empty unless plan.smooth.
    Field fractions;
    // By each pixel's own orbit, which is iterated once more after the engine is done: a fill has
    // none. No dwell, region, count or time in stats depends on it. Empty unless plan.exterior.
    ExteriorFields exterior;
    // uint32: all iterations spent on a pixel, however often it was iterated; they add up to the
    // total in stats. Empty unless plan.count_work.
    Field work;
    std::shared_ptr<const RegionList> regions;  // null unless plan.keep_regions
    std::shared_ptr<const RegionTimes>
        times;  // null unless plan.record_times; deep and WPR have none
};

// A backend that can compute no more in this process: its device is lost or misbehaves.
class BackendFailure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What to say where plan.exterior asks for what a workload does not have.
inline std::string no_exterior(const FramePlan& plan) {
    return "the workload " + plan.workload +
           " has no distances: choose a mapping of dwells, without shading";
}

class Engine {
  public:
    virtual ~Engine() = default;

    // Computes plan.part and returns when it is done, or nullopt within 100 ms of a stop request.
    // The plan comes from resolve() (resolve.hpp). One call at a time. Throws std::runtime_error
    // with a message for the user if this plan cannot be computed, BackendFailure if none can be
    // any more, std::bad_alloc if memory runs out.
    virtual std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                         FrameProgress& progress) = 0;

    // Bytes that it keeps of a GPU's memory from earlier plans, for the next one to take.
    virtual std::int64_t kept_memory() const { return 0; }
};

}  // namespace mariani
