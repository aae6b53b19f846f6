// A finished frame with what the window derives from it, made on the worker's thread; and a coarse
// one of a view that the processor needs long for. And what finds the region under the mouse.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/region_map.hpp"
#include "compute/model/work_sums.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/picture/region_index.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>

namespace mariani::app {

struct PreparedFrame {
    Frame frame;
    DwellSummary summary;
    RegionMap regions;                     // empty if the frame has none
    std::shared_ptr<const WorkSums> work;  // null if the frame has no work or no regions
    bool all_inside = false;               // see is_all_inside(): false where nobody asked
};

// Computes and derives; throws what EngineDispatcher::compute throws. Fields in the memory of the
// CUDA device `shown_from` stay there, as does the map of the frame's regions; others are copied to
// host memory. The work is summed up from a copy.
std::optional<PreparedFrame> prepare_frame(EngineDispatcher& dispatcher,
                                           const FrameRequest& request, std::stop_token stop,
                                           FrameProgress& progress,
                                           std::optional<int> shown_from = std::nullopt);

// Whether all of the picture is inside, whatever the dwell limit: see edge_is_inside(), which takes
// a moment.
bool is_all_inside(const PreparedFrame& frame, const std::stop_token& stop);

// The same frame with its fields and its map in host memory. Throws what host_copy throws.
std::shared_ptr<const PreparedFrame> on_host(const PreparedFrame& frame);

// Every n-th pixel of a request in both directions, n = `step`: the same view or, if the step does
// not divide the picture, slightly more of it. On the cpu, without regions, with shortcuts.
FrameRequest coarse_request(const FrameRequest& request, int step);

// A first picture is ready within 50 ms, unless a single step of it takes longer, and for a few
// percent of the frame's cost. Used by one thread.
class FirstPicture {
  public:
    // Frames expected to take less than this get no first picture. The dispatcher is its own: the
    // window's learns only from whole frames.
    explicit FirstPicture(
        EngineDispatcher engines = EngineDispatcher(),
        std::chrono::duration<double, std::milli> short_frame = std::chrono::milliseconds(40))
        : engines_(std::move(engines)), short_frame_(short_frame) {}

    // The first picture for a request, as submitted by the window; nullopt if the frame is quick,
    // if it is deep, which grows from coarse to fine by itself, if a GPU computes it, if the last
    // frame showed the same view, or if stopped. Throws what prepare_frame throws.
    std::optional<PreparedFrame> compute(const FrameRequest& request, std::stop_token stop);

  private:
    std::optional<PreparedFrame> every(int step, const FrameRequest& request, std::stop_token stop);

    EngineDispatcher engines_;
    std::chrono::duration<double, std::milli> short_frame_;
    std::optional<FrameRequest> last_;
};

// For use by one thread.
class RegionFinder {
  public:
    // The deepest region that the style shows (regardless of style.shown) at a pixel of the frame's
    // image. nullopt while the regions are being fetched, and always if they are unavailable.
    std::optional<Region> region_at(const std::shared_ptr<const RegionList>& regions, int x, int y,
                                    const render::OverlayStyle& style);

    // Takes the fetched regions if they have arrived, even if nothing asks for one any
    // more.
    void take_fetched();
    bool busy() const { return index_.valid(); }  // until they are taken

  private:
    std::shared_ptr<const RegionList> regions_;  // those of the index, present or future
    std::future<render::RegionIndex> index_;     // valid while being built
    render::RegionIndex found_;
};

}  // namespace mariani::app
