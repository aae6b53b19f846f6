// Finds the region under the mouse. A frame's regions are copied to the host and sorted only on
// demand, on a separate thread.
#pragma once

#include "compute/engine.hpp"
#include "render/picture/region_index.hpp"

#include <future>
#include <memory>
#include <optional>

namespace mariani::app {

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
