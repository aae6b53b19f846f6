#include "compute/workloads/curves/placed_point.hpp"

#include <algorithm>

namespace mariani::curves {

std::vector<PlacedPoint> with_point(std::vector<PlacedPoint> placed, const PlacedPoint& point) {
    const auto at = std::ranges::lower_bound(placed, point.number, {}, &PlacedPoint::number);
    if (at != placed.end() && at->number == point.number)
        at->at = point.at;
    else
        placed.insert(at, point);
    return placed;
}

}  // namespace mariani::curves
