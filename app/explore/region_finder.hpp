// Finds the region under the mouse. A frame's regions are brought to the host and put in order only
// when somebody asks, on a thread of its own.
#pragma once

#include "compute/engine.hpp"
#include "render/picture/region_index.hpp"

#include <future>
#include <memory>
#include <optional>

namespace mariani::app {

// One thread.
class RegionFinder {
  public:
    // The deepest region that the style shows (style.shown aside) at a pixel of the frame's image.
    // Nothing yet while the regions are on their way; where they cannot be had, nothing ever.
    std::optional<Region> region_at(const std::shared_ptr<const RegionList>& regions, int x, int y,
                                    const render::OverlayStyle& style);

    // Takes the regions that were on their way, where they have come: also when nobody asks for one
    // any more.
    void take_fetched();
    bool busy() const { return index_.valid(); }  // until they are taken

  private:
    std::shared_ptr<const RegionList> regions_;  // that the index is of, or will be
    std::future<render::RegionIndex> index_;     // valid while under way
    render::RegionIndex found_;
};

}  // namespace mariani::app
