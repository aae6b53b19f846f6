#include "compute/model/frame_request.hpp"

#include <algorithm>
#include <cmath>

namespace mariani {

Precision resolved_precision(const FrameRequest& request) {
    if (request.precision != Precision::automatic) return request.precision;
    // f32 keeps 24 bits: below this relative pitch its rounding shows in the picture.
    constexpr double least_relative_pitch = 1e-5;
    const auto& centre = request.view.centre;
    const double magnitude = std::max(std::abs(centre.re), std::abs(centre.im));
    const bool coarse = pitch(request.view, request.image) > least_relative_pitch * magnitude;
    return coarse ? Precision::f32 : Precision::f64;
}

}  // namespace mariani
