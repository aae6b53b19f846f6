#include "compute/model/suited.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mariani {

SubdivisionParams suited_subdivision(ImageSize image, int B) {
    const int longer = std::max(image.width, image.height);
    const auto fitting_g = std::bit_floor(static_cast<unsigned>(longer / suited::min_side));
    return {std::clamp(static_cast<int>(fitting_g), suited::min_g, suited::max_g), suited::r, B};
}

Precision suited_precision(const View& view, ImageSize image) {
    // f32 has 24 bits: below this relative pitch its rounding becomes visible in the picture.
    constexpr double min_relative_pitch = 1e-5;
    const double magnitude =
        std::max(std::abs(view.centre.re.nearest()), std::abs(view.centre.im.nearest()));
    const bool coarse = pitch(view, image) > min_relative_pitch * magnitude;
    return coarse ? Precision::f32 : Precision::f64;
}

}  // namespace mariani
