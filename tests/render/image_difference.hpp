// How far apart two pictures are.
#pragma once

#include "render/picture/image.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace mariani::test {

// The maximum over all pixels and channels, in levels of 255; 256 if the sizes differ.
inline int max_difference(const render::Image& a, const render::Image& b) {
    if (a.size() != b.size()) return 256;
    int difference = 0;
    for (std::size_t i = 0; i < a.bytes().size(); ++i)
        difference = std::max(difference, std::abs(a.bytes()[i] - b.bytes()[i]));
    return difference;
}

}  // namespace mariani::test
