#include "app/explore/region_finder.hpp"

#include "app/settings/yield_to_window.hpp"

#include <chrono>

namespace mariani::app {
namespace {

render::RegionIndex index_of(const RegionList& regions) {
    try {
        return render::RegionIndex(regions.on_host());
    } catch (...) {
        return {};  // memory ran out or the GPU is lost: the next frame reports it
    }
}

}  // namespace

std::optional<Region> RegionFinder::region_at(const std::shared_ptr<const RegionList>& regions,
                                              int x, int y, const render::OverlayStyle& style) {
    take_fetched();
    if (!index_.valid() && regions_ != regions) {
        regions_ = regions;
        found_ = {};
        index_ = std::async(std::launch::async, [regions] {
            yield_to_window();
            return index_of(*regions);
        });
    }
    if (index_.valid() || regions_ != regions) return std::nullopt;
    return found_.region_at(x, y, style);
}

void RegionFinder::take_fetched() {
    using namespace std::chrono_literals;
    if (index_.valid() && index_.wait_for(0s) == std::future_status::ready) found_ = index_.get();
}

}  // namespace mariani::app
