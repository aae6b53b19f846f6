// Where distances from the set lie on the palette: logarithmically, and almost evenly next to the
// set, where its filaments are. Places are shares of the palette.
#pragma once

#include <algorithm>
#include <cmath>

namespace mariani::render {

// Distances in a frame's pixels.
struct DistanceScale {
    double farthest = 1;  // at the palette's end
    double even = 0.5;    // up to where the palette runs almost evenly

    double place_of(double distance) const {
        return std::min(std::log1p(distance / even) / std::log1p(farthest / even), 1.0);
    }
    double distance_at(double place) const {
        return even * std::expm1(place * std::log1p(farthest / even));
    }
};

// For a picture so many pixels high, each of which is `pixel` of the frame's: coarse frames that
// stand in for it have its colours.
inline DistanceScale distance_scale(double height, double pixel = 1) {
    return {0.25 * height * pixel, 0.5 * pixel};
}

}  // namespace mariani::render
