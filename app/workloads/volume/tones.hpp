// The colours of a volume's pictures besides the dwells'.
#pragma once

#include "compute/service/volume_request.hpp"
#include "render/picture/image.hpp"

#include <array>

namespace mariani::app {

inline constexpr render::Rgb8 volume_ground{22, 24, 29}, volume_ink{214, 218, 226},
    volume_faint{118, 124, 136};

// The tone of each axis, and of the plane where it is held.
inline constexpr std::array<render::Rgb8, volume::max_axes> axis_tones{
    {{232, 112, 100}, {118, 198, 122}, {112, 164, 250}, {226, 184, 92}}};

}  // namespace mariani::app
