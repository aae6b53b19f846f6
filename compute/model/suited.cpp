#include "compute/model/suited.hpp"

#include <algorithm>
#include <bit>

namespace mariani {

SubdivisionParams suited_subdivision(const PixelRect& part, int B) {
    const int longer = std::max(part.width, part.height);
    const auto most = std::bit_floor(static_cast<unsigned>(longer / suited::least_side));
    return {std::clamp(static_cast<int>(most), suited::least_g, suited::most_g), suited::r, B};
}

}  // namespace mariani
