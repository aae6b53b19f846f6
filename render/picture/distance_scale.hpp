// Where distances from the set lie on the palette: logarithmically, and evenly within half a pixel
// of the set, where its filaments are. All in pixels; places are shares of the palette.
#pragma once

#include <algorithm>
#include <cmath>

namespace mariani::render {

inline constexpr double even_distance = 0.5;

// The distance at the palette's end, of a picture of this height.
inline double farthest_distance(double height) {
    return 0.25 * height;
}

inline double place_of_distance(double distance, double farthest) {
    return std::min(std::log1p(distance / even_distance) / std::log1p(farthest / even_distance),
                    1.0);
}

inline double distance_at(double place, double farthest) {
    return even_distance * std::expm1(place * std::log1p(farthest / even_distance));
}

}  // namespace mariani::render
